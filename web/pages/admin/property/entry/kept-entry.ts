const key = "dripline.entry.unsaved";

/** What is typed into a form: texts and ticks by field. */
export type Typed = Record<string, string | boolean>;

/** Keeps what somebody typed when their session ends, in this tab, until they are signed in again. @param name the form's */
export function keepEntry(user: number, name: string, values: Typed): void {
  sessionStorage.setItem(key, JSON.stringify({ user, name, values }));
}

export function forgetEntry(): void {
  sessionStorage.removeItem(key);
}

/**
 * What the same person had typed into the same form when their session ended, over what it begins with; undefined:
 * nothing, or nothing that can be read.
 */
export function keptEntry<Values extends Typed>(user: number, name: string, initial: Values): Values | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (!isRecord(kept) || kept.user !== user || kept.name !== name || !isRecord(kept.values)) return undefined;
    const values = { ...initial };
    for (const [field, value] of Object.entries(kept.values)) {
      if (field in initial && typeof value === typeof initial[field]) Object.assign(values, { [field]: value });
    }
    return values;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
