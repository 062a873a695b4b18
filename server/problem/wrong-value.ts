import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;
type AnyIssue = Issue | z.core.$ZodIssue;
type Expected = { what: string } | { allowed: readonly unknown[] };

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
const formats: Record<string, string> = {
  date: "a day such as 2026-01-31",
  datetime: "an ISO time with its offset, such as 2026-01-31T14:00:00Z",
  email: "an e-mail address",
  url: "an address of the right kind",
};
/** Never echoed, because the message may be shown or logged. */
const SECRET = /password|secret|token|url/i;
const MOST_SHOWN = 60;
const MAX_NAME = 200;
const MAX_NAMES = 20;
/** Nobody reads a message for each of a hundred thousand wrong items of a list. */
const MAX_SENTENCES = 1000;

/**
 * Describes what a schema expects and what was received, in a sentence that names the field: pass it to `safeParse` as
 * `error`. A schema's own message takes precedence.
 * @param given the whole input, to report what was received even where parsing has transformed it
 * @param whole what the input is called where it is of the wrong kind itself, such as "The body"
 */
export function wrongValue(given: unknown, whole: string): (issue: Issue) => string {
  let sentences = 0;
  return (issue) => {
    sentences++;
    if (sentences > MAX_SENTENCES) return "This value is not valid.";
    if (issue.code === "unrecognized_keys") return unknownNames(issue.keys);
    const steps = [...(issue.path ?? [])];
    if (issue.code === "invalid_union" && issue.discriminator !== undefined && steps.at(-1) !== issue.discriminator) {
      steps.push(issue.discriminator);
    }
    const { path, value: came } = follow(given, steps);
    const name = fieldName(path) || whole;
    const expected = expectedOf(issue);
    if (came === undefined || (came === null && issue.code === "invalid_type")) {
      return `${name} is ${came === null ? "null" : "missing"}. It must be ${expected}.`;
    }
    return `${name} must be ${expected}${SECRET.test(name) ? "" : notThis(came, issue)}.`;
  };
}

/** `meters[0].battery`, as programs write it; empty for the whole. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>(
    (name, step) => (typeof step === "number" ? `${name}[${step}]` : `${name}${name === "" ? "" : "."}${String(step)}`),
    "",
  );
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}

function unknownNames(keys: readonly string[]): string {
  const names = keys.slice(0, MAX_NAMES).map((key) => shown(key));
  if (keys.length === 1) return `${names[0]} is not known here. Remove it.`;
  const more = keys.length - names.length;
  const rest = more > 0 ? ` and ${more.toLocaleString("en-US")} more` : "";
  return `${names.join(", ")}${rest} are not known here. Remove them.`;
}

function expectedOf(issue: AnyIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return kinds[issue.expected] ?? issue.expected;
    case "invalid_value":
      return oneOf(issue.values);
    case "too_small":
      return bound(issue.origin, Number(issue.minimum), issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return bound(issue.origin, Number(issue.maximum), issue.inclusive === false ? "less than" : "at most");
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      return formats[issue.format] ?? "of the form that is described for it";
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options) ? oneOf(issue.options) : anyOf(issue.errors.flat());
    default:
      return "something else";
  }
}

function bound(origin: string, limit: number, comparison: string): string {
  const least = comparison === "at least" && limit === 1;
  if (origin === "string")
    return `${comparison} ${limit.toLocaleString("en-US")} ${limit === 1 ? "character" : "characters"} long`;
  if (origin === "array") {
    return least ? "a list with something in it" : `a list of ${comparison} ${limit.toLocaleString("en-US")}`;
  }
  return `${comparison} ${limit.toLocaleString("en-US", { maximumFractionDigits: 3 })}`;
}

/** What any option of a union expects. */
function anyOf(issues: readonly z.core.$ZodIssue[]): string {
  const ways: Expected[] = issues.map((issue) => {
    if (issue.code === "invalid_value") return { allowed: issue.values };
    return issue.code === "invalid_type" && issue.expected === "boolean"
      ? { allowed: ["true", "false"] }
      : { what: expectedOf(issue) };
  });
  return oneOf(ways.flatMap((way) => ("allowed" in way ? way.allowed : [way.what])));
}

function oneOf(values: readonly unknown[]): string {
  const choices = [...new Set(values.map(String))];
  const last = choices.pop() ?? "";
  return choices.length === 0 ? last : `${choices.join(", ")} or ${last}`;
}

function notThis(came: unknown, issue: Issue): string {
  if (issue.code === "too_big" || issue.code === "too_small") {
    if (typeof came === "string" && issue.origin === "string") {
      return came === "" ? "" : `, not ${came.length.toLocaleString("en-US")}`;
    }
    if (Array.isArray(came)) return came.length === 0 ? "" : `, not of ${came.length.toLocaleString("en-US")}`;
    // A number in a query string.
    if (typeof came === "string") return `, not ${came.slice(0, MOST_SHOWN)}`;
  }
  if (came === null) return ", not null";
  if (Array.isArray(came)) return ", not a list";
  if (typeof came === "object") return ", not an object";
  return typeof came === "string" ? `, not the text ${shown(came)}` : `, not ${String(came)}`;
}

function shown(text: string): string {
  const start = [...text.slice(0, 2 * MOST_SHOWN)].slice(0, MOST_SHOWN).join("");
  return JSON.stringify(start === text ? text : `${start}…`);
}

/** The value at a path, undefined for none. An index is skipped where a single value stands for a list. */
function follow(given: unknown, steps: readonly PropertyKey[]): { path: PropertyKey[]; value: unknown } {
  const path: PropertyKey[] = [];
  let value = given;
  for (const step of steps) {
    if (typeof step === "number" && !Array.isArray(value)) continue;
    path.push(step);
    const isHolder = typeof value === "object" && value !== null;
    value = isHolder ? Object.getOwnPropertyDescriptor(value, step)?.value : undefined;
  }
  return { path, value };
}
