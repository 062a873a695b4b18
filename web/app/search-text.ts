/**
 * The query string as plain strings: a repeated key is a list, and nothing is coerced to a number (a serial number of
 * digits stays a string).
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key);
      return [key, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** The inverse of {@link parseSearch}, with the leading `?`; undefined values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single !== undefined && single !== null) params.append(key, String(single));
    }
  }
  return params.size === 0 ? "" : `?${params}`;
}

/** A parameter's text; undefined where it is missing or empty. Of several the first. */
export function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return first === undefined || first === null || first === "" ? undefined : String(first);
}

/** A positive whole number; undefined for anything else. */
export function idOf(value: unknown): number | undefined {
  const number = Number(textOf(value));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** A list of ids without what is none, each once; undefined when nothing is left. */
export function idsOf(value: unknown): number[] | undefined {
  const found = (Array.isArray(value) ? value : [value]).map(idOf).filter((id) => id !== undefined);
  return found.length === 0 ? undefined : [...new Set(found)];
}

/** A calendar day that exists, yyyy-MM-dd; undefined for anything else. */
export function dayOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text;
}

/** The value if it is one of `words`; else undefined. */
export function choiceOf<const W extends string>(value: unknown, choices: readonly W[]): W | undefined {
  const text = textOf(value);
  return choices.find((choice) => choice === text);
}

/** Those of `words` that the value contains, in the order of `words`; undefined if none. */
export function choicesOf<const W extends string>(value: unknown, choices: readonly W[]): W[] | undefined {
  const given = [value].flat().map(textOf);
  const found = choices.filter((choice) => given.includes(choice));
  return found.length === 0 ? undefined : found;
}

/** All texts of a parameter, each once; undefined where it is missing or empty. */
export function textsOf(value: unknown): string[] | undefined {
  const found = [value]
    .flat()
    .map(textOf)
    .filter((text) => text !== undefined);
  return found.length === 0 ? undefined : [...new Set(found)];
}
