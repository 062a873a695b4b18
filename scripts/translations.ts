import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { sourceFiles } from "./source-files.ts";

/*
 * Rejects texts of the screens that go around the catalogue, and catalogues that lack a text or its translation.
 */

/** Attributes whose text a person reads or hears. */
const READ = /^(title|label|aria-label|alt|placeholder|description|subtitle|info|caption|sentence|legend|hint|unit)$/;
/** Their text is the same in every language: code, keys, and the parts' own demonstration. */
const SAME = /^(code|kbd|pre|Trans|Plural|style)$/;

/** Names a text of the screens that goes around the catalogue, with what to write instead. */
function untranslatedIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const note = (node: ts.Node, text: string, advice: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${line + 1}: “${text.trim().replace(/\s+/g, " ")}” is not translated. ${advice}\n`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && SAME.test(node.openingElement.tagName.getText())) return;
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text))
      note(node, node.text, "Put it into <Trans> of @lingui/react/macro.");
    if (
      ts.isJsxAttribute(node) &&
      READ.test(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      /^\p{Lu}|\p{L}\s/u.test(node.initializer.text)
    )
      note(node, node.initializer.text, "Write it as {t`…`} of @lingui/core/macro.");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const problems = sourceFiles("web/*.tsx")
  .filter((file) => !/\.test\.tsx$|gallery/.test(file))
  .flatMap(untranslatedIn);
try {
  execFileSync("node_modules/.bin/lingui", ["check", "sync", "--workers", "1"], { stdio: ["ignore", "pipe", "pipe"] });
} catch (error) {
  const output = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
  problems.push(`${output}Run \`npm run translations\`.\n`);
}
for (const file of sourceFiles("*.po")) {
  for (const [entry] of readFileSync(file, "utf8").matchAll(/^msgid .*\n(?:".*\n)*msgstr ""\n(?!")/gm))
    problems.push(`${file}: translate this text.\n${entry}`);
}
process.stdout.write(problems.join(""));
process.exit(problems.length === 0 ? 0 : 1);
