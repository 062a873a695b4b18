/** An organization and its properties, to choose from. */
export interface PlaceGroup {
  value: string;
  label: string;
  properties: readonly { value: string; label: string }[];
}

/** How much of a group is chosen. */
export type Tick = "all" | "some" | "none";

/** How many of a group's properties are chosen. */
export function tickOf({ properties }: PlaceGroup, chosen: ReadonlySet<string>): Tick {
  const ticked = properties.filter(({ value }) => chosen.has(value)).length;
  if (ticked === 0) return "none";
  return ticked === properties.length ? "all" : "some";
}

/** The selection after a click on a group: all of it, or none where all of it was chosen. */
export function toggleGroup(group: PlaceGroup, chosen: readonly string[]): string[] {
  const own = new Set(group.properties.map(({ value }) => value));
  const others = chosen.filter((value) => !own.has(value));
  return tickOf(group, new Set(chosen)) === "all" ? others : [...others, ...own];
}

/** Groups that match a search: those matching by name with all their properties, others with the matching ones. */
export function foundGroups(groups: readonly PlaceGroup[], search: string): PlaceGroup[] {
  const wanted = search.trim().toLowerCase();
  const has = (label: string) => label.toLowerCase().includes(wanted);
  return groups.flatMap((group) => {
    if (wanted === "" || has(group.label)) return [group];
    const properties = group.properties.filter(({ label }) => has(label));
    return properties.length === 0 ? [] : [{ ...group, properties }];
  });
}
