/** More are no floors but numbers of another kind. */
const HIGHEST = 120;

/**
 * The floor that a unit's name tells: what stands before the last two digits of a number of three or four, "204" and
 * "A-204B" are on floor 2, "1204" on floor 12. Null: the name does not tell.
 */
export function floorOf(name: string): number | null {
  const digits = /(?:^|\D)(\d{1,2})\d{2}[A-Za-z]?$/.exec(name.trim())?.[1];
  const floor = digits === undefined ? 0 : Number(digits);
  return floor >= 1 && floor <= HIGHEST ? floor : null;
}

/** Units of one floor; null: their names do not tell. */
export interface Floor<Unit> {
  floor: number | null;
  units: readonly Unit[];
}

/**
 * Units by floor, from the ground up, those whose names do not tell at the end. Where the names of most do not tell, or
 * all stand on one floor, they stay one group without a floor.
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
