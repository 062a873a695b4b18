import ts from "typescript";
import type { Message } from "./message.ts";
import { otherSentences } from "./sentences.ts";
import { declarationOf, type Sources } from "./sources.ts";
import { alternativesOf, functionOf, hasLiteralText, textsOf } from "./texts.ts";
import { type Helpers, type Use, usesIn } from "./uses.ts";

/** The messages of the source files, in no order. */
export function messagesIn(sources: Sources): Message[] {
  const seen = new Set<ts.Node>();
  return [...madeMessages(sources, seen), ...otherSentences(sources, seen)];
}

/** What is given to an error, a schema, the terminal or a function that passes it on. */
function madeMessages(sources: Sources, seen: Set<ts.Node>): Message[] {
  const helpers: Helpers = new Map();
  while (usesIn(sources, helpers).reduce((isNew, use) => learnHelpers(use, sources, helpers) || isNew, false));
  return usesIn(sources, helpers)
    .flatMap((use) => alternativesOf(use.message).map((message) => ({ ...use, message })))
    .flatMap(({ code, field, message }) => {
      const about = partText(field, sources);
      const file = fileOf(message, sources);
      return textsOf(message, sources, seen)
        .filter(hasLiteralText)
        .flatMap((text) => partTexts(code, sources).map((code) => ({ code, field: about, text, file })));
    });
}

/** Where a message is written: a function or a constant may be of another file. */
function fileOf(message: ts.Expression, sources: Sources): string {
  const name = ts.isCallExpression(message) ? message.expression : message;
  const declared = ts.isIdentifier(name) ? declarationOf(name, sources) : null;
  return (declared ?? message).getSourceFile().fileName;
}

/** Notes functions whose parameter is a message: those who call them give the message. @returns whether one is new */
function learnHelpers({ code, field, message }: Use, sources: Sources, helpers: Helpers): boolean {
  let isNew = false;
  for (const one of alternativesOf(message)) {
    const passed = parameterOf(one, sources);
    if (passed === null) continue;
    const known = helpers.get(passed.made) ?? [];
    if (known.some((helper) => helper.message === passed.position)) continue;
    const part = (one: Use["code"]) => {
      if (one === null || typeof one === "string") return one;
      const own = parameterOf(fieldName(one), sources);
      return own !== null && own.made === passed.made ? own.position : one;
    };
    helpers.set(passed.made, [...known, { code: part(code), field: part(field), message: passed.position }]);
    isNew = true;
  }
  return isNew;
}

/** The function, by the declaration of its name, whose parameter an expression is. */
function parameterOf(
  node: ts.Expression | string | null,
  sources: Sources,
): { made: ts.Node; position: number } | null {
  if (node === null || typeof node === "string" || !ts.isIdentifier(node)) return null;
  const declared = declarationOf(node, sources);
  if (declared === null || !ts.isParameter(declared)) return null;
  const owner = declared.parent;
  const made = ts.isArrowFunction(owner) ? owner.parent : owner;
  const position = [...owner.parameters].indexOf(declared);
  return functionOf(made) === owner ? { made, position } : null;
}

/** The name in `{ [name]: … }`, in `["name"]`, or the expression itself. */
function fieldName(node: ts.Expression): ts.Expression | string | null {
  if (ts.isArrayLiteralExpression(node)) return node.elements.at(-1) ?? null;
  if (!ts.isObjectLiteralExpression(node)) return node;
  const [first] = node.properties;
  if (first === undefined || first.name === undefined) return null;
  return ts.isComputedPropertyName(first.name) ? first.name.expression : first.name.getText().replaceAll('"', "");
}

function partText(node: Use["field"], sources: Sources): string | null {
  if (node === null || typeof node === "string") return node;
  const name = fieldName(node);
  return name === null || typeof name === "string" ? name : partTexts(name, sources).join(", ");
}

function partTexts(node: Use["code"], sources: Sources): (string | null)[] {
  return node === null || typeof node === "string" ? [node] : [...new Set(textsOf(node, sources))];
}
