export type Fields = Record<string, unknown>;

/**
 * The value at a path of a decoded payload: a field of exactly that name, else dots lead into objects.
 * @returns undefined where there is none
 */
export function fieldAt(fields: Fields, path: string): unknown {
  if (Object.hasOwn(fields, path)) return fields[path];
  let value: unknown = fields;
  for (const step of path.split(".")) {
    if (!isFields(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
