import { localDayAt } from "../../../../server/time/local-day.ts";
import { type Days, daysOf, eachDay } from "../../figures/days.ts";
import type { Figures } from "../../figures/figures.ts";
import { casesOf, type KnownCase } from "../../figures/leak-cases.ts";
import { daysAt } from "../../figures/places-of-hours.ts";
import { leakTypeOf, shownMeter, unitLeakIn } from "../../figures/unit-leaks.ts";
import type { LeakKind, Meter, Property, Unit } from "../../stored/stored.ts";
import { chosenProperties, chosenUnits, type Params } from "../answer.ts";

/** A leaking unit, or a leaking meter of a building or of irrigation; volumes in thousandths of a gallon. */
export interface ListedLeak {
  property: Property;
  buildingId: number;
  unit: Unit | null;
  leakType: LeakKind | "hybrid leak";
  /** The meter by which it is shown. */
  shown: Meter;
  days: Days;
  gallons: number | null;
  leaked: number;
  cases: readonly KnownCase[];
  /** Days since 1970-01-01, local; null: it is not over. */
  startDay: number;
  endDay: number | null;
  isActive: boolean;
  isUnconfirmed: boolean;
  /** Leak gallons of a local day, and its price in thousandths of a dollar. */
  lostOn: (day: number) => { leak: number; price: number };
}

/** The leaks that a request is answered with, by property, units before buildings' meters. */
export function listedLeaks(params: Params): ListedLeak[] {
  return chosenProperties(params).flatMap((property) => [
    ...chosenUnits(params, property).flatMap((unit) => ofUnit(params, property, unit)),
    ...ofBuildings(params, property),
  ]);
}

/** Of a row with leak gallons the cases with some of them, else those that are not over now. */
function casesShown(cases: readonly KnownCase[], days: Days, leaked: number): KnownCase[] {
  if (leaked === 0) return cases.filter(({ overAt }) => overAt === null);
  return cases.filter(({ lost }) => eachDay(days).some((day) => (lost.get(day) ?? 0) > 0));
}

function ofUnit(params: Params, property: Property, unit: Unit): ListedLeak[] {
  const { figures, query, now } = params;
  const days = daysOf(property.timeZone, query, now, figures.rules);
  const leak = unitLeakIn(figures, property, unit, days);
  const leaked = leak.toilet + leak.heater + leak.other;
  const cases = casesShown(casesOf(figures, property, unit), days, leaked);
  if (leaked === 0 && !(query.include_active_leak === true && cases.length > 0)) return [];
  const kinds = [...new Set(cases.flatMap((one) => one.kinds))];
  const shown = shownMeter(figures, property, unit, kinds, days);
  if (shown === null) return [];
  return completed(params, cases, {
    property,
    buildingId: unit.buildingId,
    unit,
    leakType: leakTypeOf(kinds),
    shown,
    days,
    gallons: sumOf(eachDay(days).map((day) => figures.unit(property, unit, day)?.gallons ?? null)),
    leaked,
    lostOn: (day) => {
      const of = figures.unit(property, unit, day);
      const leak = of === null ? 0 : of.toiletLeak + of.heaterLeak + of.otherLeak;
      return { leak, price: figures.price(property, unit, day) };
    },
  });
}

function ofBuildings(params: Params, property: Property): ListedLeak[] {
  const { figures, query, now } = params;
  const isByUnits = query.unit_id !== undefined || (query.bedrooms_from ?? 0) > 0 || (query.bedrooms_to ?? 7) < 7;
  if (isByUnits) return [];
  const days = daysOf(property.timeZone, query, now, figures.rules);
  return property.meters.flatMap((meter) => {
    const service = meter.services.findLast(({ unitId }) => unitId === null);
    if (service === undefined) return [];
    if (query.building_id !== undefined && !query.building_id.includes(service.buildingId)) return [];
    const there = daysAt(property, meter, null, days);
    const leakOn = (day: number) => (there.includes(day) ? (figures.meter(meter, day)?.leak ?? 0) : 0);
    const leaked = eachDay(days).reduce((sum, day) => sum + leakOn(day), 0);
    const cases = casesShown(casesOf(figures, property, meter), days, leaked);
    if (leaked === 0 && !(query.include_active_leak === true && cases.length > 0)) return [];
    return completed(params, cases, {
      property,
      buildingId: service.buildingId,
      unit: null,
      leakType: "other leak",
      shown: meter,
      days,
      gallons: sumOf(there.map((day) => figures.meter(meter, day)?.gallons ?? null)),
      leaked,
      lostOn: (day) => ({ leak: leakOn(day), price: figures.price(property, null, day) }),
    });
  });
}

type Begun = Omit<ListedLeak, "cases" | "startDay" | "endDay" | "isActive" | "isUnconfirmed">;

/** Adds since when it leaks, and whether it goes on: as its cases are, whatever days are requested. */
function completed(params: Params, cases: readonly KnownCase[], begun: Begun): ListedLeak[] {
  const active = cases.filter(({ overAt }) => overAt === null);
  const isActive = active.length > 0;
  // Nobody reports anything about a case here: each that is not over is to be dealt with.
  const { only_active, only_to_do } = params.query;
  if ((only_active === true || only_to_do === true) && !isActive) return [];
  const dayOf = (at: number) => localDayAt(begun.property.timeZone, at).day;
  return [
    {
      ...begun,
      cases,
      startDay: Math.min(...cases.map(({ startedAt }) => dayOf(startedAt))),
      endDay: isActive ? null : Math.max(...cases.map(({ endedAt }) => dayOf((endedAt ?? 0) - 1))),
      isActive,
      isUnconfirmed: isActive && active.every(({ isSilent }) => isSilent),
    },
  ];
}

/** The days on which the meter by which it is shown was there. */
export function daysShown({ property, shown, unit, days }: ListedLeak): number[] {
  return daysAt(property, shown, unit?.id ?? null, days);
}

/** What its cases have leaked since their start, also before and after the requested days. */
export function totalOf({ cases }: ListedLeak): number {
  return cases.flatMap(({ lost }) => [...lost.values()]).reduce((sum, gallons) => sum + gallons, 0);
}

/** The same at the price of each day, in millionths of a dollar. */
export function totalExpenseOf({ cases, lostOn }: ListedLeak): number {
  return cases.flatMap(({ lost }) => [...lost]).reduce((sum, [day, gallons]) => sum + gallons * lostOn(day).price, 0);
}

/** What leaked on some days at the prices of each, in millionths of a dollar. */
export function expenseOf({ lostOn }: ListedLeak, days: Days): number {
  return eachDay(days).reduce((sum, day) => sum + lostOn(day).leak * lostOn(day).price, 0);
}

/** Minutes of flow, or draws, of the shown meter per read day, to the hundredth; null: it does not say. */
export function perReadDay(
  figures: Figures,
  meter: Meter,
  days: readonly number[],
  what: "flowTime" | "events",
): number | null {
  const read = days.flatMap((day) => {
    const of = figures.meter(meter, day);
    return of?.isRead === true && of[what] !== null ? [of[what]] : [];
  });
  if (read.length === 0) return null;
  return Math.round((read.reduce((sum, value) => sum + value, 0) * 100) / read.length) / 100;
}

/** Of those that are known; null: none is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}
