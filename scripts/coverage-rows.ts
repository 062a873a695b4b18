import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

/** A test that says in a comment which rows of docs/coverage.md it covers. */
export interface CoveringTest {
  file: string;
  /** As it is written, placeholders of `test.each` and templates included; null: every test of the file. */
  title: string | null;
}

/** A row of docs/coverage.md. */
export interface CoverageRow {
  /** What tests name it by, such as `nav-1`. */
  id: string;
  /** The heading above it and its sentence, such as `§2 Dialogs: Device Health Thresholds`. */
  name: string;
  tests: CoveringTest[];
}

const PAGE = "docs/coverage.md";
const TAG = /^\/\/ Covers ([a-z\d-]+(?:, [a-z\d-]+)*)$/;
const ROW = /^\| ([a-z-]+-\d+) \| (.+?) \| /;

/** The rows of docs/coverage.md with their tests, in its order. */
export function coverageRows(): CoverageRow[] {
  const tests = coveringTests();
  const rows: CoverageRow[] = [];
  let heading = "";
  for (const line of lines()) {
    if (line.startsWith("## ")) heading = line.slice(3);
    const [, id, sentence = ""] = ROW.exec(line) ?? [];
    if (id === undefined) continue;
    rows.push({ id, name: `${heading}: ${sentence.replaceAll("¦", "|")}`, tests: tests.get(id) ?? [] });
  }
  return rows;
}

/** The tables of docs/coverage.md with the tests that cover each row in its last column. */
export function coverageTables(begin: string, end: string): string {
  const tests = coveringTests();
  const page = lines();
  const written = page.slice(page.indexOf(begin) + 1, page.indexOf(end)).map((line) => {
    const [, id] = ROW.exec(line) ?? [];
    if (id === undefined) return line;
    const cells = line.split(" | ").slice(0, -1);
    const cited = (tests.get(id) ?? []).map(({ file, title }) => `\`${file}\`${title === null ? "" : `: ${title}`}`);
    return `${cells.join(" | ")} | ${cited.join("; ").replaceAll("|", "¦")} |`;
  });
  return written.join("\n").replaceAll("¦", "\\|");
}

/** All tests that cover something, by the ids of rows, in the order of their files. */
export function coveringTests(): Map<string, CoveringTest[]> {
  const found = new Map<string, CoveringTest[]>();
  const files = globSync(
    "{bench,contract,e2e,leak-benchmark,scripts,server,simulator,verify,web}/**/*.test.{ts,tsx}",
  ).toSorted();
  for (const file of files) {
    for (const { ids, title } of tagsIn(file)) {
      for (const id of ids) found.set(id, [...(found.get(id) ?? []), { file, title }]);
    }
  }
  return found;
}

function lines(): string[] {
  return readFileSync(PAGE, "utf8").replaceAll("\\|", "¦").split("\n");
}

/** The tags of a file's tests; one at its head is about all of them. */
function tagsIn(file: string): { ids: string[]; title: string | null }[] {
  const text = readFileSync(file, "utf8");
  if (!text.includes("// Covers ")) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const idsBefore = (node: ts.Node) =>
    (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).flatMap(
      ({ pos, end }) => TAG.exec(text.slice(pos, end))?.[1]?.split(", ") ?? [],
    );
  const tags: { ids: string[]; title: string | null }[] = [];
  const [first] = source.statements;
  if (first !== undefined && ts.isImportDeclaration(first)) tags.push({ ids: idsBefore(first), title: null });
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression) && isTest(node.expression.expression)) {
      tags.push({ ids: idsBefore(node), title: titleOf(node.expression, source) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tags;
}

function titleOf({ arguments: [title] }: ts.CallExpression, source: ts.SourceFile): string {
  if (title === undefined) return "";
  return ts.isStringLiteralLike(title) ? title.text : title.getText(source).slice(1, -1);
}

/** `test`, `test.concurrent`, `test.each(…)` and the like. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === "test" || callee.text === "it";
  if (ts.isPropertyAccessExpression(callee)) return isTest(callee.expression);
  return ts.isCallExpression(callee) && isTest(callee.expression);
}
