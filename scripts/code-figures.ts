import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** `npm run code-figures`: the size of the project, and what is left to simplify. */
const ROOT = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => !/\.(png|pdf|woff2)$|^package-lock\.json$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));
type File = (typeof files)[number];

const linesOf = (list: readonly File[]) => list.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
const print = (what: string, figure: number) =>
  process.stdout.write(`${figure.toLocaleString("en-US").padStart(9)}  ${what}\n`);

print("lines, all tracked text but the lockfile", linesOf(files));
for (const [area, list] of Map.groupBy(files, ({ file }) =>
  file.includes("/") ? (file.split("/")[0] ?? "") : "(root)",
))
  print(`  lines of ${area}`, linesOf(list));

const isTest = ({ file }: File) => /\.test\.tsx?$|\/testing\//.test(file);
const code = files.filter((one) => /\.tsx?$/.test(one.file) && !isTest(one));
const reports = code.filter(({ file }) => file.startsWith("server/reporting/"));
print("files of reporting", reports.length);
print("lines of reporting", linesOf(reports));
const serverCode = code.filter(({ file }) => file.startsWith("server/"));
print(
  "row types of SQL that nothing checks",
  serverCode.reduce((sum, { text }) => sum + text.split("sql<").length - 1, 0),
);

const byFolder = Map.groupBy(code, ({ file }) => dirname(file));
print("folders of more than 25 files", [...byFolder.values()].filter((list) => list.length > 25).length);
print("files of less than 15 lines", code.filter((one) => linesOf([one]) < 15).length);

/** The retired phrases of the glossary's last table; its retired words are rejected by scripts/retired-words.ts. */
const glossary = files.find(({ file }) => file === "docs/glossary.md")?.text.split("## Not used any more")[1] ?? "";
const terms = [...glossary.matchAll(/^\| (.+?)(?: \(.+?\))? \|/gm)].flatMap(([, list = ""]) => list.split(", "));
const phrases = new RegExp(`\\b(?:${terms.filter((term) => /^[a-z]+( [a-z]+)+$/.test(term)).join("|")})\\b`, "i");
const comments = code.flatMap(({ text }) => text.match(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g) ?? []);
print("comments with a retired phrase", comments.filter((one) => phrases.test(one)).length);
