/** Texts by field, as a form has them. */
type Texts<Field extends string> = Readonly<Record<Field, string>>;

/** What the fields are called on the screen, in their order. */
export type FieldNames<Field extends string> = Texts<Field>;

function fieldsOf<Field extends string>(values: Texts<Field>): Field[] {
  const isField = (name: string): name is Field => name in values;
  return Object.keys(values).filter(isField);
}

/** The fields in which the values differ, spaces around them apart. */
export function changedFields<Field extends string>(one: Texts<Field>, other: Texts<Field>): Field[] {
  return fieldsOf(one).filter((field) => one[field].trim() !== other[field].trim());
}

/** Only some of the fields. */
export function pick<Field extends string>(values: Texts<Field>, some: readonly Field[]): { [Name in Field]?: string } {
  const picked: { [Name in Field]?: string } = {};
  for (const field of some) picked[field] = values[field].trim();
  return picked;
}

/** Somebody else changed a field: `theirs` is what it is now; where `isOurs` it was changed here, too, and stays as typed. */
export interface NewerField<Field extends string> {
  field: Field;
  theirs: string;
  isOurs: boolean;
}

/**
 * Puts what somebody else saved meanwhile into what is typed: fields that were left alone here become theirs.
 * @param begun what the typing began with @param newer what is on the server now
 */
export function takeNewer<Field extends string>(
  begun: Texts<Field>,
  newer: Texts<Field>,
  typed: Texts<Field>,
): { values: Record<Field, string>; changed: NewerField<Field>[] } {
  const values: Record<Field, string> = { ...typed };
  const ours = new Set(changedFields(begun, typed));
  const changed = changedFields(begun, newer).map((field) => {
    const isOurs = ours.has(field) && typed[field].trim() !== newer[field].trim();
    if (!isOurs) values[field] = newer[field];
    return { field, theirs: newer[field], isOurs };
  });
  return { values, changed };
}
