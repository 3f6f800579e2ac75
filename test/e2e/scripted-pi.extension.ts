import { readFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { delegationTools } from "../../harness/recording/delegation-tools.ts";
import type { Reply } from "../../harness/recording/recording.ts";
import { scriptedAnswer, scriptedProvider } from "../../harness/recording/scripted-model.ts";

/** A pi extension: the model that says what the file named by GATEHOUSE_SCRIPT holds. */
export default function (pi: ExtensionAPI): void {
  const file = process.env["GATEHOUSE_SCRIPT"];
  if (file === undefined) throw new Error("GATEHOUSE_SCRIPT names no file");
  const replies = JSON.parse(readFileSync(file, "utf8")) as Reply[];
  const provider = scriptedProvider();
  let calls = 0;
  const nextCallId = () => `call-${++calls}`;
  provider.setResponses(replies.map((reply) => scriptedAnswer(reply, nextCallId)));
  pi.registerProvider(provider.provider);
  delegationTools(pi);
}
