import { type Recorded, type Step, textOf } from "./record.ts";

/** Where answers differ: an operation, a place in its answers, how often, and the first two values. */
export interface Difference {
  operation: string;
  /** Such as `results[].leak_expense`; of files their line and column. */
  path: string;
  count: number;
  example: { who: string | null; url: string; before: string; after: string };
}

/**
 * Compares two recordings of the same requests.
 * @returns differences by operation and path, most frequent first
 */
export function compareAnswers(before: readonly Step[], after: readonly Step[]): Difference[] {
  const found = new Map<string, Difference>();
  const others = answersIn(after);
  for (const [index, answer] of answersIn(before).entries()) {
    const other = others[index];
    for (const { path, values } of other === undefined ? [] : differences(answer, other)) {
      const key = keyOf({ operation: answer.operation, path });
      const known = found.get(key);
      if (known !== undefined) known.count++;
      else {
        const [before, after] = values.map((value) => (JSON.stringify(value) ?? "nothing").slice(0, 160));
        const example = { who: answer.who, url: answer.request.url, before: before ?? "", after: after ?? "" };
        found.set(key, { operation: answer.operation, path, count: 1, example });
      }
    }
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count);
}

export function answersIn(steps: readonly Step[]): Recorded[] {
  return steps.flatMap((step) => {
    if (step === "settle") return [];
    return "write" in step ? [step.write] : step.reads;
  });
}

/** The same for the same difference in two comparisons. */
export function keyOf({ operation, path }: Pick<Difference, "operation" | "path">): string {
  return `${operation} ${path}`;
}

interface Differing {
  path: string;
  values: [unknown, unknown];
}

function differences(before: Recorded, after: Recorded): Differing[] {
  if (before.status !== after.status || before.type !== after.type) {
    const shown = (one: Recorded) => `${one.status} ${one.type} ${textOf(one).slice(0, 200)}`;
    return [{ path: "(status)", values: [shown(before), shown(after)] }];
  }
  const [text, other] = [textOf(before), textOf(after)];
  if (text === other) return [];
  if (before.type.endsWith("json")) return walk(JSON.parse(text), JSON.parse(other), "");
  const [lines, others] = [text.split("\n"), other.split("\n")];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return [{ path: at === 0 ? "(first line)" : "(lines)", values: [lines[at], others[at]] }];
}

function walk(before: unknown, after: unknown, path: string): Differing[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length =
      before.length === after.length
        ? []
        : [{ path: `${path}.length`, values: [before.length, after.length] satisfies [unknown, unknown] }];
    return [
      ...length,
      ...before.flatMap((value, index) => (index < after.length ? walk(value, after[index], `${path}[]`) : [])),
    ];
  }
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => walk(before[name], after[name], path === "" ? name : `${path}.${name}`));
  }
  return [{ path, values: [before, after] }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
