import { fromEntries } from "./drawn.ts";
import type { Change } from "./hostile.ts";
import type { Part } from "./shape.ts";

export type Values = Partial<Record<Part, unknown>>;
type Path = readonly (string | number)[];

/** Where values were changed: the part and the name of its field; empty for the whole part. */
export interface Changed {
  part: Part;
  field: string;
}

/** Values with one of them changed. */
export function changed(values: Values, { kind, part: n, at, value }: Change): { values: Values; at: Changed | null } {
  const given = (["params", "query", "body"] as const).filter((part) => values[part] !== undefined);
  const part = given[n % Math.max(1, given.length)];
  if (part === undefined) return { values, at: null };
  const whole = values[part];
  const put = (next: unknown, path: Path) => ({
    values: { ...values, [part]: next },
    at: { part, field: path.filter((step) => typeof step !== "number").join(".") },
  });
  const paths = pathsIn(whole);
  const path = paths[at % Math.max(1, paths.length)];
  if (part !== "params" && (kind === "add" || path === undefined)) {
    const objects = [[], ...paths].filter((one) => isObject(valueAt(whole, one)));
    const target = objects[at % Math.max(1, objects.length)] ?? [];
    const holder = valueAt(whole, target);
    const wider = fromEntries([...Object.entries(isObject(holder) ? holder : {}), ["unasked", value]]);
    return put(replaced(whole, target, wider), [...target, "unasked"]);
  }
  if (part === "body" && kind === "whole") return put(value, []);
  if (path === undefined) return { values, at: null };
  const before = valueAt(whole, path);
  if (part !== "params" && kind === "remove") return put(replaced(whole, path, undefined), path);
  if (part !== "params" && kind === "list") return put(replaced(whole, path, [before, before]), path);
  if (part === "body" && kind === "text")
    return put(replaced(whole, path, typeof before === "object" ? JSON.stringify(before) : String(before)), path);
  return put(replaced(whole, path, value), path);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All places in a value below its top. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  const steps: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  return steps.flatMap(([step, inner]) => [[...path, step], ...pathsIn(inner, [...path, step])]);
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, step) => Object.getOwnPropertyDescriptor(Object(found), step)?.value, value);
}

/** A copy with another value at a place; undefined takes the place away. */
export function replaced(value: unknown, [step, ...rest]: Path, next: unknown): unknown {
  if (step === undefined) return next;
  const put = (inner: unknown) => replaced(inner, rest, next);
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, i) => {
      if (i !== step) return [item];
      const other = put(item);
      return other === undefined ? [] : [other];
    });
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    key === step ? put(inner) : inner,
  ]);
  if (!entries.some(([key]) => key === step)) entries.push([String(step), put(undefined)]);
  return fromEntries(entries.filter(([, inner]) => inner !== undefined));
}
