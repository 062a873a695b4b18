import { readFileSync, writeFileSync } from "node:fs";
import { settingsTable } from "../server/config.ts";

// Writes the table of settings into the operator's manual; with --check, fails when the manual is behind.
const file = "docs/operations.md";
const [begin, end] = ["<!-- settings: written by npm run docs from server/config.ts -->", "<!-- /settings -->"];
const text = readFileSync(file, "utf8");
const written = `${text.slice(0, text.indexOf(begin) + begin.length)}\n${settingsTable()}\n${text.slice(text.indexOf(end))}`;
if (!process.argv.includes("--check")) writeFileSync(file, written);
else if (written !== text) {
  process.stderr.write(`${file} does not match server/config.ts: run npm run docs\n`);
  process.exit(1);
}
