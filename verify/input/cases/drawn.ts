import type { Kind, Names } from "../../world/place.ts";

/** Stands in a drawn value for the name of something that there is, known only when the call is made. */
export class Named {
  readonly kind: Kind;
  constructor(kind: Kind) {
    this.kind = kind;
  }
}

/** Stands for a value that no other call was given, such as a new e-mail. */
export class Unique {
  readonly make: (n: number) => unknown;
  constructor(make: (n: number) => unknown) {
    this.make = make;
  }
}

let made = 0;

/** A drawn value with the names of a place in it. */
export function settled(value: unknown, names: Names): unknown {
  if (value instanceof Named) return names[value.kind];
  if (value instanceof Unique) {
    made++;
    return value.make(made);
  }
  if (Array.isArray(value)) return value.map((item) => settled(item, names));
  if (typeof value !== "object" || value === null) return value;
  return fromEntries(Object.entries(value).map(([key, item]) => [key, settled(item, names)]));
}

/** An object of entries in which no name is lost, `__proto__` neither. */
export function fromEntries(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  return Object.fromEntries(entries);
}
