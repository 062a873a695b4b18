import ts from "typescript";
import { declarationOf, type Sources } from "./sources.ts";
import { alternativesOf, entriesOf, functionOf, hasWords, textsOf } from "./texts.ts";

/** A message that can reach a person. */
export interface Message {
  /** The problem's or refusal's code, `validation`, `exit 2`, `stdout` and the like; null: it has none. */
  code: string | null;
  /** The field that it is about; null: none. */
  field: string | null;
  text: string;
  file: string;
}

/** A place where a message is made. */
interface Use {
  code: ts.Expression | string | null;
  field: ts.Expression | string | null;
  message: ts.Expression;
}

/** A function that passes one of its parameters on as the message. */
type Helper = Record<"code" | "field", ts.Expression | string | number | null> & { message: number };
/** By the declaration of the function's name. */
type Helpers = Map<ts.Node, Helper[]>;

/** Error classes by the positions of their arguments, or the code that all of a class have. */
const errors: Record<string, { code: number | string; field?: number; message: number }> = {
  ProblemError: { code: 0, message: 1, field: 2 },
  RowRefused: { code: 0, message: 1, field: 2 },
  FileRefused: { code: 0, message: 1 },
  MappingMisfit: { code: "mapping", message: 0 },
  WrongUse: { code: "exit 2", message: 0 },
  DataFolderInUse: { code: "exit 3", message: 0 },
};
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
  const source = sources.get("server/problem.ts");
  if (source !== undefined) visit(source);
  return found;
}

/** Whose plain errors end a command or the start of the server, with their message on the terminal. */
const ENDS_A_COMMAND =
  /^server\/(cli\/|retention\/|config\.ts|own-secret\.ts|watching\/settings\.ts|accounts\/single-sign-on\/settings\.ts|database\/(cluster-folder|embedded|migrate|distribute|logins|reachable)\.ts)/;
const MESSAGE_NAMES = ["reason", "message", "sentence", "detail"];
/** Where sentences are put together before they are given to anything: each literal that is one counts. */
const WRITES_SENTENCES =
  /^server\/(cli\/|imports\/|uploads\/(import-rows|run-import|take-uploads)|ingest\/parse-readings|http\/invalid-fields|accounts\/(verify-audit-log|password-rules)|reporting\/refuse-|rule-settings\/change-settings)|^contract\/password-rules/;
const SENTENCE = /^[A-Z{].* .*[.?!]\n?$/s;
/** What help shows, and what is not for the eyes of people. */
const HELP = new Set(["description", "option", "argument", "addHelpText", "addOption", "summary", "warn"]);
const SETTINGS = /^server\/(config|watching\/settings|accounts\/single-sign-on\/settings)\.ts$/;
const HAS_SCHEMAS = /^contract\/|settings\.ts$|^server\/(config\.ts$|cli\/|http\/)/;
/** Methods of a zod schema that take a message after what they check. */
const CHECKS = new Set(["refine", "regex", "min", "max", "gt", "gte", "lt", "lte", "length"]);
/** Schemas that take a message first. */
const KINDS = new Set(["string", "number", "boolean", "email", "url", "date", "datetime", "int"]);

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
        .filter(hasWords)
        .flatMap((text) => partTexts(code, sources).map((code) => ({ code, field: about, text, file })));
    });
}

function usesIn(sources: Sources, helpers: Helpers): Use[] {
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

/** Where a message is written: a function or a constant may be of another file. */
function fileOf(message: ts.Expression, sources: Sources): string {
  const name = ts.isCallExpression(message) ? message.expression : message;
  const declared = ts.isIdentifier(name) ? declarationOf(name, sources) : null;
  return (declared ?? message).getSourceFile().fileName;
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
  if (message === null || code === null || file.startsWith("server/watching/")) return [];
  const path = property(node, "path");
  return [
    isCustom ? { code: "validation", field: path ?? fieldAround(node), message } : { code, field: null, message },
  ];
}

function ofError(name: string, given: ts.Expression[], file: string, sources: Sources): Use[] {
  const isPlain = name === "Error" && ENDS_A_COMMAND.test(file);
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
    if (!HAS_SCHEMAS.test(file)) return [];
    const isKind = KINDS.has(callee.name.text) && /^z(\.iso)?$/.test(callee.expression.getText());
    const said = isKind ? first : CHECKS.has(callee.name.text) ? second : undefined;
    const stated = said === undefined ? [] : [said];
    return [...stated.filter(isText), ...given.flatMap(errorOption)].map((message) => ({
      code: SETTINGS.test(file) ? "exit 3" : "validation",
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

/** Sentences that are written where sentences are put together, and were not found otherwise. */
function otherSentences(sources: Sources, seen: ReadonlySet<ts.Node>): Message[] {
  return [...sources].flatMap(([file, source]) => {
    const found: Message[] = [];
    const visit = (node: ts.Node): void => {
      if (seen.has(node) || isHelp(node)) return;
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
        const texts = textsOf(node, sources).filter((text) => SENTENCE.test(text) && hasWords(text));
        found.push(...texts.map((text) => ({ code: null, field: null, text, file })));
      }
      ts.forEachChild(node, visit);
    };
    if (WRITES_SENTENCES.test(file)) visit(source);
    return found;
  });
}

function isHelp(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true;
  if (ts.isNewExpression(node)) return node.expression.getText() === "Option";
  if (ts.isPropertyAssignment(node)) return HELP.has(node.name.getText());
  const { parent } = node;
  if (parent === undefined || !ts.isCallExpression(parent) || parent.expression === node) return false;
  if (ts.isPropertyAccessExpression(parent.expression)) return HELP.has(parent.expression.name.text);
  // A function of the command line is given the description of a command.
  return node.getSourceFile().fileName.startsWith("server/cli/");
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
