/** More are no floors but numbers of another kind. */
const HIGHEST = 120;

/**
 * The floor derived from a unit's name: what precedes the last two digits of a number of three or four, "204" and
 * "A-204B" are on floor 2, "1204" on floor 12. Null: the name has no floor.
 */
export function floorOf(name: string): number | null {
  const digits = /(?:^|\D)(\d{1,2})\d{2}[A-Za-z]?$/.exec(name.trim())?.[1];
  const floor = digits === undefined ? 0 : Number(digits);
  return floor >= 1 && floor <= HIGHEST ? floor : null;
}

/** Units of one floor; null: not known from their names. */
export interface Floor<Unit> {
  floor: number | null;
  units: readonly Unit[];
}

/**
 * Units by floor, from the ground up, those without a known floor last. If most have no known floor, or all are on one
 * floor, they are one group without a floor.
 */
export function byFloor<Unit extends { unit_name: string }>(units: readonly Unit[]): Floor<Unit>[] {
  const groups = new Map<number | null, Unit[]>();
  for (const unit of units) {
    const floor = floorOf(unit.unit_name);
    groups.set(floor, [...(groups.get(floor) ?? []), unit]);
  }
  const untold = groups.get(null)?.length ?? 0;
  const floors = [...groups.keys()].filter((floor) => floor !== null).toSorted((one, other) => one - other);
  if (floors.length < 2 || untold * 2 > units.length) return [{ floor: null, units }];
  const order = untold === 0 ? floors : [...floors, null];
  return order.map((floor) => ({ floor, units: groups.get(floor) ?? [] }));
}
