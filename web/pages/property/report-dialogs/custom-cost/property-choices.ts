interface Choice {
  value: string;
  label: string;
  group?: string | undefined;
}

/** Choices for a select, under their groups, by name, where they have any. */
export function groupedChoices(choices: readonly Choice[]) {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { value, label, group = "" } of choices) {
    const items = groups.get(group) ?? [];
    items.push({ value, label });
    groups.set(group, items);
  }
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap<{ value: string; label: string } | { group: string; items: { value: string; label: string }[] }>(
      ([group, items]) => (group === "" ? items : [{ group, items }]),
    );
}
