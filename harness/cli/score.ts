import { readFileSync } from "node:fs";
import { briefFiles, labelledBriefs } from "../labelled-briefs.ts";
import { answerers, score, scoreLines } from "../score.ts";

const given = process.argv.slice(2);
const files = given.length > 0 ? given : briefFiles();
const briefs = files.flatMap((file) => labelledBriefs(file, readFileSync(file, "utf8")));
const sets = [...Map.groupBy(briefs, ({ set }) => set)];
const scores = sets.flatMap(([set, rows]) => answerers.map((one) => score(rows, one, set)));
process.stdout.write(`${scoreLines(scores).join("\n")}\n`);
