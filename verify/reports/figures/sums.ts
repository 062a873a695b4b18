import { localDay, localDayAt } from "../../../server/time/local-day.ts";
import type { Property, Unit } from "../stored/stored.ts";
import { type Days, eachDay } from "./days.ts";
import type { Figures } from "./figures.ts";

/** What chosen units used and lost in some days; volumes in thousandths of a gallon, money in millionths of a dollar. */
export interface Sums {
  /** null: nothing is known. */
  gallons: number | null;
  estimated: number;
  toiletLeak: number;
  heaterLeak: number;
  otherLeak: number;
  cost: number;
  toiletCost: number;
  heaterCost: number;
  otherCost: number;
  /** Gallons and bedrooms of unit-days that were read and whose volume is the whole unit's. */
  wholeGallons: number;
  wholeBedrooms: number;
  /** The same of toilets' and of heaters' meters. */
  toiletReadGallons: number;
  toiletBedrooms: number;
  heaterReadGallons: number;
  heaterBedrooms: number;
  metersRead: number;
  metersExpected: number;
  unitsRead: Set<number>;
  unitsLeaking: Set<number>;
  toiletUnits: Set<number>;
  heaterUnits: Set<number>;
  otherUnits: Set<number>;
}

export function noSums(): Sums {
  return {
    gallons: null,
    estimated: 0,
    toiletLeak: 0,
    heaterLeak: 0,
    otherLeak: 0,
    cost: 0,
    toiletCost: 0,
    heaterCost: 0,
    otherCost: 0,
    wholeGallons: 0,
    wholeBedrooms: 0,
    toiletReadGallons: 0,
    toiletBedrooms: 0,
    heaterReadGallons: 0,
    heaterBedrooms: 0,
    metersRead: 0,
    metersExpected: 0,
    unitsRead: new Set(),
    unitsLeaking: new Set(),
    toiletUnits: new Set(),
    heaterUnits: new Set(),
    otherUnits: new Set(),
  };
}

type Span = Pick<Days, "first" | "begun">;

/** Adds what units of a property used and lost on each of the days. */
export function addDays(into: Sums, figures: Figures, property: Property, units: readonly Unit[], days: Span): void {
  for (const unit of units) for (const day of eachDay(days)) addDay(into, figures, property, unit, day, days.begun);
  into.metersExpected += metersExpected(property, units, days);
}

function addDay(into: Sums, figures: Figures, property: Property, unit: Unit, day: number, begun: number): void {
  const of = figures.unit(property, unit, day);
  if (of === null) return;
  const { rules } = figures;
  const price = figures.price(property, unit, rules.onePriceForAll ? begun : day);
  const bedrooms = Math.max(unit.bedrooms, rules.studioBedrooms);
  if (of.gallons !== null) {
    into.gallons = (into.gallons ?? 0) + of.gallons;
    into.cost += of.gallons * price;
  }
  into.toiletLeak += of.toiletLeak;
  into.heaterLeak += of.heaterLeak;
  into.otherLeak += of.otherLeak;
  into.toiletCost += of.toiletLeak * price;
  into.heaterCost += of.heaterLeak * price;
  into.otherCost += of.otherLeak * price;
  if (of.isRead) into.unitsRead.add(unit.id);
  if (of.isRead && of.isWhole) {
    into.wholeGallons += of.gallons ?? 0;
    into.wholeBedrooms += bedrooms;
  }
  if (of.toiletsRead === true) {
    into.toiletReadGallons += of.toiletGallons ?? 0;
    into.toiletBedrooms += bedrooms;
  }
  if (of.heatersRead === true) {
    into.heaterReadGallons += of.heaterGallons ?? 0;
    into.heaterBedrooms += bedrooms;
  }
  into.metersRead += of.metersRead;
  if (of.toiletLeak > 0) into.toiletUnits.add(unit.id);
  if (of.heaterLeak > 0) into.heaterUnits.add(unit.id);
  if (of.heaterLeak + of.otherLeak > 0) into.otherUnits.add(unit.id);
  if (of.toiletLeak + of.heaterLeak + of.otherLeak > 0) into.unitsLeaking.add(unit.id);
}

/** Days on which meters of the units were in service when the day ended. */
function metersExpected(property: Property, units: readonly Unit[], { first, begun }: Span): number {
  let expected = 0;
  for (const { unitId, beganAt, endedAt } of property.meters.flatMap(({ services }) => services)) {
    if (!units.some(({ id }) => id === unitId)) continue;
    const from = beganAt === null ? first : Math.max(first, localDayAt(property.timeZone, beganAt).day);
    const until = endedAt === null ? begun + 1 : Math.min(begun + 1, localDayAt(property.timeZone, endedAt).day);
    expected += Math.max(0, until - from);
  }
  return expected;
}

export const leakOf = ({ toiletLeak, heaterLeak, otherLeak }: Sums) => toiletLeak + heaterLeak + otherLeak;
export const leakCostOf = ({ toiletCost, heaterCost, otherCost }: Sums) => toiletCost + heaterCost + otherCost;

/** Whether a property's local day is read: its top meters were, nearly all. */
export function isPropertyRead(figures: Figures, property: Property, units: readonly Unit[], day: number): boolean {
  let read = 0;
  let there = 0;
  const { endsAt } = localDay(property.timeZone, day);
  for (const unit of units) {
    read += figures.unit(property, unit, day)?.topMetersRead ?? 0;
    const points = new Map<number, string>();
    for (const { unitId, beganAt, endedAt, pointId, attachedTo } of property.meters.flatMap((m) => m.services)) {
      const isThere = (beganAt === null || beganAt < endsAt) && (endedAt === null || endedAt >= endsAt);
      if (unitId === unit.id && isThere) points.set(pointId, attachedTo);
    }
    const kinds = [...points.values()];
    const whole = kinds.filter((kind) => kind === "SPOE" || kind === "DPOE").length;
    there += whole > 0 ? whole : kinds.length;
  }
  return there > 0 && read >= figures.rules.propertyReadShare * there;
}
