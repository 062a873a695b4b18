import { readFileSync } from "node:fs";
import ts from "typescript";

/** A test that the page names. */
export interface CitedTest {
  file: string;
  /** Part of its title; null: every test of the file. */
  title: string | null;
}

/** A row of docs/coverage.md. */
export interface CoverageRow {
  /** The heading above it and its sentence, such as `§2 Dialogs: Device Health Thresholds`. */
  name: string;
  tests: CitedTest[];
}

const CITED = /`([\w./-]+\.test\.ts)`(?:: ([^;|\n]+?))?(?=;| \||$)/g;

/** The rows of docs/coverage.md that name tests, in its order. */
export function coverageRows(): CoverageRow[] {
  const rows: CoverageRow[] = [];
  let heading = "";
  for (const line of readFileSync("docs/coverage.md", "utf8").replaceAll("\\|", "¦").split("\n")) {
    if (line.startsWith("## ")) heading = line.slice(3);
    const tests = [...line.matchAll(CITED)].map(([, file = "", title]) => ({ file, title: title?.trim() ?? null }));
    const [, sentence = ""] = /^\| (.+?) \| /.exec(line) ?? [];
    if (tests.length > 0) rows.push({ name: `${heading}: ${sentence.replaceAll("¦", "|")}`, tests });
  }
  return rows;
}

/** The titles of a file's tests as they are written, those of `test.each` and templates with their placeholders. */
export function testTitles(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text);
      else if (title !== undefined && ts.isTemplateExpression(title)) titles.push(title.getText(source).slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** `test`, `test.concurrent`, `test.each(…)` and the like. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === "test" || callee.text === "it";
  if (ts.isPropertyAccessExpression(callee)) return isTest(callee.expression);
  return ts.isCallExpression(callee) && isTest(callee.expression);
}
