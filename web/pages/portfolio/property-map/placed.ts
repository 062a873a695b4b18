import type { MappedProperty } from "../../../../contract/portfolio/portfolio-map.ts";
import type { Performance } from "../../../../contract/reporting/reporting.ts";
import { type MapPoint, placeOnMap } from "../../../components/us-map/projection.ts";

/** A property on the map. */
export interface PlacedProperty extends MapPoint {
  property: MappedProperty;
  /** Its mark's diameter in pixels. */
  size: number;
}

/** Marks in pixels: to be hit, and so that the largest still leaves its state to be seen. */
const [LEAST, MOST] = [12, 30];

/** The properties as a reader goes through them: whose leaks cost most first, then by name. */
export function byCost(properties: readonly MappedProperty[]): MappedProperty[] {
  return properties.toSorted(
    (one, other) =>
      (other.leak_cost ?? -1) - (one.leak_cost ?? -1) || one.property_name.localeCompare(other.property_name),
  );
}

/**
 * The diameter of a mark whose area grows with what leaks cost.
 * @param cost dollars; null is not measured: the smallest
 * @param most dollars of the property that costs most
 */
export function markSize(cost: number | null, most: number): number {
  return cost === null || most <= 0 ? LEAST : Math.max(LEAST, MOST * Math.sqrt(cost / most));
}

/** Properties with their places, in the order given, and those that have none. */
export function placed(properties: readonly MappedProperty[]): { on: PlacedProperty[]; off: MappedProperty[] } {
  const most = Math.max(0, ...properties.map(({ leak_cost }) => leak_cost ?? 0));
  const on: PlacedProperty[] = [];
  const off: MappedProperty[] = [];
  for (const property of properties) {
    const point = placeOnMap(property.latitude, property.longitude);
    if (point === null) off.push(property);
    else on.push({ ...point, property, size: markSize(property.leak_cost, most) });
  }
  return { on, off };
}

/** Of chosen classes; all where none is chosen. A property without a class is of none. */
export function ofClasses(
  properties: readonly MappedProperty[],
  chosen: readonly Performance[] | undefined,
): readonly MappedProperty[] {
  return chosen === undefined
    ? properties
    : properties.filter(({ performance }) => performance !== null && chosen.includes(performance));
}

/** The classes after a click on one: alone where none was chosen, off where it was, else beside the others. */
export function toggled(chosen: readonly Performance[] | undefined, one: Performance): Performance[] | undefined {
  const next = chosen?.includes(one) ? chosen.filter((other) => other !== one) : [...(chosen ?? []), one];
  return next.length === 0 ? undefined : next;
}

const rank = { critical: 4, opportunities: 3, on_track: 2, zero_usage: 1 } as const satisfies Record<
  Performance,
  number
>;

/** The class of the property among them that does worst; null: none has a class. */
export function worstOf(properties: readonly MappedProperty[]): Performance | null {
  const classes = properties.flatMap(({ performance }) => performance ?? []);
  return classes.toSorted((one, other) => rank[other] - rank[one])[0] ?? null;
}
