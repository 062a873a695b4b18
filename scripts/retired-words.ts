import { readFileSync } from "node:fs";
import ts from "typescript";
import { sourceFiles } from "./source-files.ts";

/**
 * Rejects the words in bold in the last table of docs/glossary.md, in identifiers, SQL and comments, and names what to
 * write instead.
 */
const GLOSSARY = "docs/glossary.md";

const table = readFileSync(GLOSSARY, "utf8").split("## Not used any more")[1] ?? "";
const instead = new Map(
  [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].flatMap(([, not = "", but = ""]) =>
    [...not.matchAll(/\*\*(\w+)\*\*/g)].map(([, word = ""]) => [word, but] as const),
  ),
);
if (instead.size === 0) throw new Error(`${GLOSSARY} has no word in bold in its table of words not used any more.`);

/** Most files have none of them, not even in part, and need not be parsed. */
const anyRetired = new RegExp([...instead.keys()].join("|"), "i");

const problems = sourceFiles("*.ts", "*.tsx").flatMap(problemsOf);
process.stdout.write(problems.map((problem) => `${problem}\n`).join(""));
process.exit(problems.length === 0 ? 0 : 1);

/** The words of a name in camel or snake case. */
function wordsOf(name: string): string[] {
  return name.split(/_|(?<=[a-z0-9])(?=[A-Z])/);
}

function problemsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  if (!anyRetired.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const note = (where: number, what: string, words: readonly string[]) => {
    const line = source.getLineAndCharacterOfPosition(where).line + 1;
    for (const word of words) {
      const but = instead.get(word.toLowerCase());
      if (but !== undefined) found.push(`${file}:${line}: "${word}" in ${what}. Write ${but} (${GLOSSARY}).`);
    }
  };
  const comments = new Set<number>();
  const noteComments = (ranges: readonly ts.CommentRange[] | undefined) => {
    for (const { pos, end } of ranges ?? []) {
      if (comments.has(pos)) continue;
      comments.add(pos);
      // What stands in backticks is quoted from elsewhere, as from the API of another product.
      const words = text
        .slice(pos, end)
        .replaceAll(/`[^`]*`/g, "")
        .match(/[\p{L}_]+/gu);
      note(pos, "a comment", (words ?? []).flatMap(wordsOf));
    }
  };
  const noteSql = (template: ts.TemplateLiteral) => {
    const parts = ts.isNoSubstitutionTemplateLiteral(template)
      ? [template]
      : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
    for (const part of parts) {
      const start = part.getStart(source);
      // Not what stands in quotes: values of rows that are kept.
      const names = part.getText(source).replaceAll(/'[^']*'/g, (value) => " ".repeat(value.length));
      for (const { 0: name, index } of names.matchAll(/[\p{L}_]+/gu))
        note(start + index, `the name ${name} in SQL`, wordsOf(name));
    }
  };
  const visit = (node: ts.Node) => {
    noteComments(ts.getLeadingCommentRanges(text, node.pos));
    noteComments(ts.getTrailingCommentRanges(text, node.end));
    if (ts.isIdentifier(node)) note(node.getStart(source), `the name ${node.text}`, wordsOf(node.text));
    // Texts of screens are for people, not statements.
    if (ts.isTaggedTemplateExpression(node) && !(ts.isIdentifier(node.tag) && /^(t|msg)$/.test(node.tag.text)))
      noteSql(node.template);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
