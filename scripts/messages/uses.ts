import ts from "typescript";
import { isIn } from "./places.ts";
import { declarationOf, type Sources } from "./sources.ts";
import { entriesOf } from "./texts.ts";

/** A place where a message is made. */
export interface Use {
  code: ts.Expression | string | null;
  field: ts.Expression | string | null;
  message: ts.Expression;
}

/** A function that passes one of its parameters on as the message. */
export type Helper = Record<"code" | "field", ts.Expression | string | number | null> & { message: number };
/** By the declaration of the function's name. */
export type Helpers = Map<ts.Node, Helper[]>;

/** Error classes by the positions of their arguments, or the code that all of a class have. */
const errors: Record<string, { code: number | string; field?: number; message: number }> = {
  ProblemError: { code: 0, message: 1, field: 2 },
  RowRejected: { code: 0, message: 1, field: 2 },
  FileRejected: { code: 0, message: 1 },
  MappingMisfit: { code: "mapping", message: 0 },
  UsageError: { code: "exit 2", message: 0 },
  InvalidOption: { code: "exit 2", field: 0, message: 1 },
  DataFolderInUse: { code: "exit 3", message: 0 },
};
const MESSAGE_NAMES = ["reason", "message", "sentence", "detail"];
/** Methods of a zod schema that take a message after what they check. */
const CHECKS = new Set(["refine", "regex", "min", "max", "gt", "gte", "lt", "lte", "length"]);
/** Schemas that take a message first. */
const KINDS = new Set(["string", "number", "boolean", "email", "url", "date", "datetime", "int"]);

/** Error classes that messages are looked for in, and that are not there any more. */
export function lostErrors(sources: Sources): string[] {
  const declared = new Set(
    [...sources.values()].flatMap(({ statements }) =>
      statements.flatMap((one) => (ts.isClassDeclaration(one) && one.name !== undefined ? [one.name.text] : [])),
    ),
  );
  return Object.keys(errors).filter((name) => !declared.has(name));
}

/** Where messages are made in the source files. */
export function usesIn(sources: Sources, helpers: Helpers): Use[] {
  return [...sources].flatMap(([file, source]) => {
    const found: Use[] = [];
    const visit = (node: ts.Node): void => {
      found.push(...usesAt(node, file, sources, helpers));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

function usesAt(node: ts.Node, file: string, sources: Sources, helpers: Helpers): Use[] {
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
    return ofError(node.expression.text, [...(node.arguments ?? [])], file, sources);
  }
  if (ts.isCallExpression(node)) return ofCall(node, file, sources, helpers);
  if (!ts.isObjectLiteralExpression(node)) return [];
  const message = MESSAGE_NAMES.map((name) => property(node, name)).find((one) => one !== null) ?? null;
  const code = property(node, "code");
  const isCustom = code !== null && ts.isStringLiteral(code) && code.text === "custom";
  if (message === null || code === null || isIn("libraries", file)) return [];
  const path = property(node, "path");
  return [
    isCustom ? { code: "validation", field: path ?? fieldAround(node), message } : { code, field: null, message },
  ];
}

function ofError(name: string, given: ts.Expression[], file: string, sources: Sources): Use[] {
  const isPlain = name === "Error" && isIn("endingCommands", file);
  const known = isPlain ? { code: "exit 3", message: 0 } : errors[name];
  if (known === undefined) return [];
  const [first] = given;
  const several =
    first !== undefined && ts.isSpreadElement(first) && ts.isElementAccessExpression(first.expression)
      ? entriesOf(first.expression.expression, sources).flatMap((entry) =>
          ts.isArrayLiteralExpression(entry) ? [[...entry.elements]] : [],
        )
      : [given];
  return several.flatMap((args) => {
    const message = args[known.message];
    const code = typeof known.code === "string" ? known.code : (args[known.code] ?? null);
    const field = "field" in known && known.field !== undefined ? (args[known.field] ?? null) : null;
    return message === undefined ? [] : [{ code, field, message }];
  });
}

function ofCall(node: ts.CallExpression, file: string, sources: Sources, helpers: Helpers): Use[] {
  const { expression: callee, arguments: given } = node;
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return ofError(parentClass(node) ?? "", [...given], file, sources);
  if (ts.isPropertyAccessExpression(callee)) {
    const called = callee.getText();
    const [first, second] = given;
    const stream = /^process\.(stdout|stderr)\.write$/.exec(called)?.[1];
    if (stream !== undefined && first !== undefined && file.startsWith("server/cli/")) {
      return [{ code: stream, field: null, message: first }];
    }
    if (callee.name.text === "showHelpAfterError" && first !== undefined) {
      return [{ code: "exit 2", field: null, message: first }];
    }
    const isSetting = isIn("settings", file);
    if (!isSetting && !isIn("schemas", file)) return [];
    const isKind = KINDS.has(callee.name.text) && /^z(\.iso)?$/.test(callee.expression.getText());
    const messageArgument = isKind ? first : CHECKS.has(callee.name.text) ? second : undefined;
    const stated = messageArgument === undefined ? [] : [messageArgument];
    return [...stated.filter(isText), ...given.flatMap(errorOption)].map((message) => ({
      code: isSetting ? "exit 3" : "validation",
      field: fieldAround(node),
      message,
    }));
  }
  const known = ts.isIdentifier(callee) ? helpers.get(declarationOf(callee, sources) ?? node) : undefined;
  return (known ?? []).flatMap((helper) => {
    const message = given[helper.message];
    const part = (one: Helper["code"]) => (typeof one === "number" ? (given[one] ?? null) : one);
    const field = part(helper.field) ?? (file.startsWith("contract/") ? fieldAround(node) : null);
    return message === undefined ? [] : [{ code: part(helper.code), field, message }];
  });
}

/** The class that the class around extends. */
function parentClass(node: ts.Node): string | null {
  if (ts.isSourceFile(node)) return null;
  if (!ts.isClassDeclaration(node)) return parentClass(node.parent);
  return node.heritageClauses?.[0]?.types[0]?.expression.getText() ?? null;
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isIdentifier(node);
}

/** The message in `{ error: … }`. */
function errorOption(node: ts.Expression): ts.Expression[] {
  const error = ts.isObjectLiteralExpression(node) ? property(node, "error") : null;
  return error === null ? [] : [error];
}

function property(object: ts.ObjectLiteralExpression, name: string): ts.Expression | null {
  for (const one of object.properties) {
    if (ts.isShorthandPropertyAssignment(one) && one.name.text === name) return one.name;
    if (ts.isPropertyAssignment(one) && ts.isIdentifier(one.name) && one.name.text === name) return one.initializer;
  }
  return null;
}

/** The field whose schema is written around a node. */
function fieldAround(node: ts.Node): string | null {
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) return node.name.text;
  return ts.isSourceFile(node) || ts.isStatement(node) ? null : fieldAround(node.parent);
}
