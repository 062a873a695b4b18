import ts from "typescript";
import type { Sources } from "./sources.ts";

/** Codes of problems, with their HTTP status and title. */
export function problemTitles(sources: Sources): { code: string; status: string; title: string }[] {
  const found: { code: string; status: string; title: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isArrayLiteralExpression(node.initializer)) {
      const [status, title] = node.initializer.elements;
      if (status !== undefined && title !== undefined && ts.isNumericLiteral(status) && ts.isStringLiteral(title)) {
        found.push({ code: node.name.getText(), status: status.text, title: title.text });
      }
    }
    ts.forEachChild(node, visit);
  };
  const source = sources.get("server/problem/problem.ts");
  if (source !== undefined) visit(source);
  return found;
}
