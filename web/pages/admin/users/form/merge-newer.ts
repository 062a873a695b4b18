import { type UserField, type UserForm, userFields } from "./user-form.ts";

/** A form in which somebody typed, brought to a newer version of the same user. */
export interface Merged {
  values: UserForm;
  /** What the other changed. */
  theirs: UserField[];
  /** Of those, what was also changed here: that stays. */
  kept: UserField[];
}

/**
 * Brings what was typed onto a newer version: fields that nobody touched here are the newer ones, the others stay.
 * @param base the version that the typing began with
 */
export function mergeNewer(base: UserForm, typed: UserForm, newer: UserForm): Merged {
  const isOther = (field: UserField, one: UserForm, other: UserForm) => asText(one[field]) !== asText(other[field]);
  const theirs = userFields.filter((field) => isOther(field, base, newer));
  const taken = theirs.filter((field) => !isOther(field, base, typed));
  const kept = theirs.filter((field) => !taken.includes(field) && isOther(field, typed, newer));
  const values = { ...typed, ...Object.fromEntries(taken.map((field) => [field, newer[field]])) };
  return { values, theirs, kept };
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(asText).toSorted());
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).map(([name, one]) => [name, asText(one)]));
}
