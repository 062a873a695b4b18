import ts from "typescript";
import type { Message } from "./message.ts";
import { isIn } from "./places.ts";
import type { Sources } from "./sources.ts";
import { hasLiteralText, textsOf } from "./texts.ts";

const SENTENCE = /^[A-Z{].* .*[.?!]\n?$/s;
/** What help shows, and what is not for the eyes of people. */
const HELP = new Set(["description", "option", "argument", "addHelpText", "addOption", "summary", "warn"]);

/** Sentences that are written where sentences are put together, and were not found otherwise. */
export function otherSentences(sources: Sources, seen: ReadonlySet<ts.Node>): Message[] {
  return [...sources].flatMap(([file, source]) => {
    const found: Message[] = [];
    const visit = (node: ts.Node): void => {
      if (seen.has(node) || isHelp(node)) return;
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
        const texts = textsOf(node, sources).filter((text) => SENTENCE.test(text) && hasLiteralText(text));
        found.push(...texts.map((text) => ({ code: null, field: null, text, file })));
      }
      ts.forEachChild(node, visit);
    };
    if (isIn("writingSentences", file)) visit(source);
    return found;
  });
}

function isHelp(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === "Option" || node.expression.getText() === "Error";
  if (ts.isPropertyAssignment(node)) return HELP.has(node.name.getText());
  const { parent } = node;
  if (parent === undefined || !ts.isCallExpression(parent) || parent.expression === node) return false;
  if (ts.isPropertyAccessExpression(parent.expression)) return HELP.has(parent.expression.name.text);
  // A function of the command line is given the description of a command.
  return node.getSourceFile().fileName.startsWith("server/cli/");
}
