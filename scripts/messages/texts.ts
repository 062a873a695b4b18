import ts from "typescript";
import { declarationOf, type Sources } from "./sources.ts";

/** Alternatives within a sentence that are written out. */
const MOST_SHOWN = 6;
/** Longer alternatives make messages of their own. */
const MAX_LENGTH = 50;
const DEEPEST = 8;
const SEPARATOR = " / ";

/**
 * The texts that an expression can have: what is known before it runs written out, the rest as `{name}`. Alternatives
 * within a text are `{one / another}`, what may be left out is `[so]`.
 * @param seen every literal that was read is added to it
 */
export function textsOf(node: ts.Expression, sources: Sources, seen: Set<ts.Node> = new Set(), depth = 0): string[] {
  const inside = (one: ts.Expression) => textsOf(one, sources, seen, depth + 1);
  if (depth > DEEPEST) return [placeholder(node)];
  // A sentence that is translated when it is sent.
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "text") return inside(node.template);
  if (ts.isStringLiteralLike(node)) {
    seen.add(node);
    return [node.text];
  }
  if (ts.isNumericLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    seen.add(node);
    return node.templateSpans.reduce<string[]>(
      (starts, span) => {
        const parts = partsOf(span.expression, inside);
        return starts.flatMap((start) => parts.map((part) => start + part + span.literal.text));
      },
      [node.head.text],
    );
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isAwaitExpression(node)) {
    return inside(node.expression);
  }
  if (ts.isConditionalExpression(node)) return [...inside(node.whenTrue), ...inside(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return ofBinary(node, inside);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(inside);
  if (ts.isArrowFunction(node)) return returned(node).flatMap(inside);
  if (ts.isIdentifier(node)) return ofName(node, sources, inside);
  if (ts.isCallExpression(node)) return ofCall(node, sources, inside);
  if (ts.isElementAccessExpression(node)) return ofEntry(node, sources, inside);
  return [placeholder(node)];
}

function ofBinary(node: ts.BinaryExpression, inside: (one: ts.Expression) => string[]): string[] {
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.PlusToken) {
    return partsOf(node.left, inside).flatMap((left) => partsOf(node.right, inside).map((right) => left + right));
  }
  const isEither = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
  return isEither ? [...inside(node.left), ...inside(node.right)] : [placeholder(node)];
}

function ofName(node: ts.Identifier, sources: Sources, inside: (one: ts.Expression) => string[]): string[] {
  if (node.text === "undefined") return [""];
  const declared = declarationOf(node, sources);
  const isConstant =
    declared !== null &&
    ts.isVariableDeclaration(declared) &&
    ts.isIdentifier(declared.name) &&
    (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0;
  if (!isConstant || declared.initializer === undefined) return [placeholder(node)];
  const texts = inside(declared.initializer);
  return texts.every((text) => /^\{[^}]*\}$/.test(text)) ? [placeholder(node)] : texts;
}

function ofCall(node: ts.CallExpression, sources: Sources, inside: (one: ts.Expression) => string[]): string[] {
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee)) {
    if (callee.name.text === "toLocaleString") {
      return inside(callee.expression).map((text) =>
        /^\d+$/.test(text) ? Number(text).toLocaleString("en-US") : text,
      );
    }
    return callee.name.text === "join" && ts.isArrayLiteralExpression(callee.expression)
      ? inside(callee.expression)
      : [placeholder(node)];
  }
  const made = ts.isIdentifier(callee) ? declarationOf(callee, sources) : null;
  const body = made === null ? null : functionOf(made);
  if (body === null) return [placeholder(node)];
  const texts = returned(body)
    .flatMap(inside)
    .map((text) => withArguments(text, body, node.arguments, inside));
  return texts.some(hasLiteralText) ? texts : [placeholder(node)];
}

/** The text of a function with what it was given in place of its parameters, where that is known. */
function withArguments(
  text: string,
  { parameters }: ts.FunctionDeclaration | ts.ArrowFunction,
  given: readonly ts.Expression[],
  inside: (one: ts.Expression) => string[],
): string {
  return parameters.reduce((filled, { name, initializer }, i) => {
    const value = given[i] ?? initializer;
    const mark = `{${name.getText()}}`;
    if (value === undefined || !filled.includes(mark)) return filled;
    const [only, ...others] = inside(value);
    return only === undefined || others.length > 0 ? filled : filled.replaceAll(mark, only);
  }, text);
}

/** An entry of a constant object: any of them. */
function ofEntry(
  node: ts.ElementAccessExpression,
  sources: Sources,
  inside: (one: ts.Expression) => string[],
): string[] {
  const entries = entriesOf(node.expression, sources);
  return entries.length === 0 ? [placeholder(node)] : entries.flatMap(inside);
}

/** The values of a constant object. */
export function entriesOf(node: ts.Expression, sources: Sources): ts.Expression[] {
  const declared = ts.isIdentifier(node) ? declarationOf(node, sources) : null;
  const object = declared !== null && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return [];
  return object.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return entriesOf(property.expression, sources);
    return ts.isPropertyAssignment(property) ? [property.initializer] : [];
  });
}

/** The function that a name stands for. */
export function functionOf(made: ts.Node): ts.FunctionDeclaration | ts.ArrowFunction | null {
  if (ts.isFunctionDeclaration(made)) return made;
  const value = ts.isVariableDeclaration(made) ? made.initializer : undefined;
  return value !== undefined && ts.isArrowFunction(value) ? value : null;
}

/** The expressions of which a message is one. */
export function alternativesOf(node: ts.Expression): ts.Expression[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(alternativesOf);
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) return alternativesOf(node.expression);
  if (ts.isArrowFunction(node)) return returned(node).flatMap(alternativesOf);
  const isEither = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  return isEither ? [node.left, node.right].flatMap(alternativesOf) : [node];
}

/** What a function gives back, at each of its returns. */
function returned({ body }: ts.FunctionDeclaration | ts.ArrowFunction): ts.Expression[] {
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}

/** Whether a text has literal text beside its interpolated values. */
export function hasLiteralText(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(/\{[^{}]*\}/g, "")) && text.trim().split(" ").length > 2;
}

/** A part of a sentence: its alternatives in one text where they are short, else each by itself. */
function partsOf(node: ts.Expression, inside: (one: ts.Expression) => string[]): string[] {
  const texts = [...new Set(inside(node))];
  if (texts.length === 1) return texts;
  const full = texts.filter((text) => text !== "");
  if (full.length > MOST_SHOWN) return [placeholder(node)];
  if (full.some((text) => text.length > MAX_LENGTH)) return texts;
  if (full.length === texts.length) return [`{${full.map(bare).join(SEPARATOR)}}`];
  return [full.length === 1 ? `[${full[0]}]` : `[${full.map(bare).join(SEPARATOR)}]`];
}

const bare = (text: string) => text.replaceAll(/[{}]/g, "");

/** What is known only when it runs, by the name that stands nearest to it. */
function placeholder(node: ts.Expression): string {
  return `{${nameOf(node) ?? "…"}}`;
}

function nameOf(node: ts.Expression): string | null {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) {
    const { text } = node.name;
    return text === "message" || text === "length" || text === "name"
      ? `${nameOf(node.expression) ?? "…"}.${text}`
      : text;
  }
  if (ts.isParenthesizedExpression(node)) return nameOf(node.expression);
  if (ts.isElementAccessExpression(node)) return nameOf(node.expression);
  if (ts.isBinaryExpression(node)) return nameOf(node.left);
  if (ts.isAwaitExpression(node)) return nameOf(node.expression);
  if (!ts.isCallExpression(node)) return null;
  const [first] = node.arguments;
  const ofFirst = first === undefined ? null : nameOf(first);
  if (ts.isPropertyAccessExpression(node.expression) && !ts.isNewExpression(node.expression.expression)) {
    return nameOf(node.expression.expression) ?? node.expression.name.text;
  }
  return ofFirst ?? nameOf(node.expression);
}
