import { fauxAssistantMessage, fauxProvider, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** A pi extension: a reviewer's model that rejects whatever speaks of deploying. */
export default function (pi: ExtensionAPI): void {
  const reviewer = fauxProvider({ provider: "review", models: [{ id: "one" }] });
  reviewer.setResponses(
    Array.from({ length: 20 }, () => (context) => {
      const passed = !JSON.stringify(context.messages.slice(1)).includes("./deploy.sh");
      const findings = passed ? [] : [{ message: "this deploys by hand", severity: "error" }];
      const call = fauxToolCall("report_review", { passed, findings }, { id: "verdict" });
      return fauxAssistantMessage([call], { stopReason: "toolUse" });
    }),
  );
  pi.registerProvider(reviewer.provider);
}
