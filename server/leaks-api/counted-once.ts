const HOUR_MS = 3_600_000;

/** Water that is lost no more: thousandths of a gallon an hour, from one instant until another, in milliseconds. */
interface Saving {
  from: number;
  until: number;
  perHour: number;
}

/** What one leak has saved since it stopped, and where its meter is installed. */
export interface LeakSaving extends Saving {
  sits: "fixture" | "top of unit" | "irrigation" | "building";
  property_id: number;
  /** null: of irrigation or a building. */
  unit_id: number | null;
  /** Needs to be known only where a meter of a building saves something. */
  building_id: number | null;
}

/** Part of what the leak at this place in the list saves. */
interface Part extends Saving {
  leak: number;
}

/**
 * What each of the leaks adds to a sum in which no water counts twice, in thousandths of a gallon, unrounded. The same
 * water runs through a fixture's meter, the top of its unit and the building's, and each may have seen the leak. So at
 * any time fixtures count whole, a unit's top meters only with what they save beyond its fixtures, and a building's only
 * beyond its units and irrigation; several meters of a place share that by what each saves.
 */
export function countedOnce(leaks: readonly LeakSaving[]): number[] {
  const partsOf = (...sits: LeakSaving["sits"][]) =>
    leaks.flatMap(({ from, until, perHour, ...leak }, index) =>
      sits.includes(leak.sits) ? [{ from, until, perHour, leak: index }] : [],
    );
  const placeOf = (id: "unit_id" | "building_id") => (part: Part) =>
    `${leaks[part.leak]?.property_id} ${leaks[part.leak]?.[id]}`;
  const fixtures = partsOf("fixture");
  const units = [...fixtures, ...beyondBelow(partsOf("top of unit"), fixtures, placeOf("unit_id"))];
  const withinBuildings = [...units, ...partsOf("irrigation")];
  const buildings = beyondBelow(partsOf("building"), withinBuildings, placeOf("building_id"));
  const counted = leaks.map(() => 0);
  for (const { leak, from, until, perHour } of [...withinBuildings, ...buildings]) {
    counted[leak] = (counted[leak] ?? 0) + (perHour * (until - from)) / HOUR_MS;
  }
  return counted;
}

/** What remains of `above` in each place once what `below` saves there at the same time is taken off. */
function beyondBelow(above: Part[], below: Part[], placeOf: (part: Part) => string): Part[] {
  if (above.length === 0) return above;
  const belowByPlace = Map.groupBy(below, placeOf);
  return [...Map.groupBy(above, placeOf)].flatMap(([place, parts]) => beyond(parts, belowByPlace.get(place) ?? []));
}

function beyond(above: Part[], below: Part[]): Part[] {
  if (below.length === 0) return above;
  const cuts = [...new Set([...above, ...below].flatMap(({ from, until }) => [from, until]))].toSorted((a, b) => a - b);
  return cuts.slice(1).flatMap((until, before) => {
    const from = cuts[before] ?? until;
    const saves = (part: Part) => part.from <= from && part.until >= until;
    const saving = above.filter(saves);
    const whole = perHourOf(saving);
    const rest = whole - perHourOf(below.filter(saves));
    return rest <= 0 ? [] : saving.map((part) => ({ ...part, from, until, perHour: (part.perHour * rest) / whole }));
  });
}

function perHourOf(parts: Part[]): number {
  return parts.reduce((sum, { perHour }) => sum + perHour, 0);
}
