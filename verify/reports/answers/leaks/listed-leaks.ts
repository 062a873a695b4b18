import { localDay, localDayAt } from "../../../../server/time/local-day.ts";
import { type Days, daysOf, eachDay } from "../../figures/days.ts";
import { type Figures, kindOf } from "../../figures/figures.ts";
import { isSilent } from "../../figures/newest-hours.ts";
import { kindsOf, leakOfKinds, leakTypeOf, metersOfUnit, shownMeter, unitLeakIn } from "../../figures/unit-leaks.ts";
import type { Leak, LeakKind, Meter, Property, Unit } from "../../stored/stored.ts";
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
  /** Days since 1970-01-01, local; `until` is today while it goes on. */
  startDay: number;
  endDay: number | null;
  until: number;
  isActive: boolean;
  isUnconfirmed: boolean;
  /** Leak gallons of a local day, of the kinds of the row alone, and its price in thousandths of a dollar. */
  lostOn: (day: number) => { leak: number; price: number };
}

/** The leaks that a request is answered with, by property, units before buildings' meters. */
export function listedLeaks(params: Params): ListedLeak[] {
  return chosenProperties(params).flatMap((property) => [
    ...chosenUnits(params, property).flatMap((unit) => ofUnit(params, property, unit)),
    ...ofBuildings(params, property),
  ]);
}

/** Of a row with leak gallons the leaks that run at some time of the days, else those that go on now. */
function leaksShown(params: Params, property: Property, meters: readonly Meter[], days: Days, leaked: number): Leak[] {
  const { startsAt } = localDay(property.timeZone, days.first);
  const endsAt = localDay(property.timeZone, days.last + 1).startsAt;
  return meters
    .flatMap((meter) => params.figures.leaksOf(property, meter))
    .filter(({ startedAt, endedAt }) =>
      leaked > 0 ? startedAt < endsAt && (endedAt === null || endedAt > startsAt) : endedAt === null,
    );
}

function ofUnit(params: Params, property: Property, unit: Unit): ListedLeak[] {
  const { figures, query, now } = params;
  const days = daysOf(property.timeZone, query, now, figures.rules);
  const leak = unitLeakIn(figures, property, unit, days);
  const meters = metersOfUnit(property, unit);
  const isLeaking = kindsOf(leak).length > 0;
  const active = meters.filter(({ meter }) => figures.leaksOf(property, meter).some(({ endedAt }) => endedAt === null));
  if (!isLeaking && !(query.include_active_leak === true && active.length > 0)) return [];
  const kinds = isLeaking ? kindsOf(leak) : [...new Set(active.map(({ attachedTo }) => kindOf(attachedTo)))];
  const ofKinds = meters.filter(({ attachedTo }) => kinds.includes(kindOf(attachedTo))).map(({ meter }) => meter);
  const shown = shownMeter(figures, property, unit, kinds, days);
  if (shown === null) return [];
  return completed(params, ofKinds, {
    property,
    buildingId: unit.buildingId,
    unit,
    leakType: leakTypeOf(kinds),
    shown,
    days,
    gallons: sumOf(eachDay(days).map((day) => figures.unit(property, unit, day)?.gallons ?? null)),
    leaked: leak.toilet + leak.heater + leak.other,
    lostOn: (day) => {
      const of = figures.unit(property, unit, day);
      const leak =
        of === null ? 0 : leakOfKinds(kinds, { toilet: of.toiletLeak, heater: of.heaterLeak, other: of.otherLeak });
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
    const leakOn = (day: number) => figures.meter(meter, day)?.leak ?? 0;
    const leaked = eachDay(days).reduce((sum, day) => sum + leakOn(day), 0);
    const isActive = figures.leaksOf(property, meter).some(({ endedAt }) => endedAt === null);
    if (leaked === 0 && !(query.include_active_leak === true && isActive)) return [];
    return completed(params, [meter], {
      property,
      buildingId: service.buildingId,
      unit: null,
      leakType: "other leak",
      shown: meter,
      days,
      gallons: sumOf(eachDay(days).map((day) => figures.meter(meter, day)?.gallons ?? null)),
      leaked,
      lostOn: (day) => ({ leak: leakOn(day), price: figures.price(property, null, day) }),
    });
  });
}

type Begun = Omit<ListedLeak, "startDay" | "endDay" | "until" | "isActive" | "isUnconfirmed">;

/** Adds since when it leaks, and whether it goes on. */
function completed(params: Params, meters: readonly Meter[], begun: Begun): ListedLeak[] {
  const { property, days, leaked } = begun;
  const leaks = leaksShown(params, property, meters, days, leaked);
  const active = leaks.filter(({ endedAt }) => endedAt === null);
  if (params.query.only_active === true && active.length === 0) return [];
  const dayOf = (at: number) => localDayAt(property.timeZone, at).day;
  const last = Math.max(...leaks.map(({ endedAt }) => dayOf((endedAt ?? 0) - 1)));
  const isActive = active.length > 0;
  const silent = (leak: Leak) =>
    property.meters.filter(({ id }) => id === leak.meterId).every((meter) => isSilent(property, meter));
  return [
    {
      ...begun,
      startDay: Math.min(...leaks.map(({ startedAt }) => dayOf(startedAt))),
      endDay: isActive ? null : last,
      until: isActive ? dayOf(params.now) : last,
      isActive,
      isUnconfirmed: isActive && active.every(silent),
    },
  ];
}

/** What the kinds of the row have leaked since the start of their leaks, also before and after the requested days. */
export function totalOf({ startDay, until, lostOn }: ListedLeak): number {
  return eachDay({ first: startDay, last: until, begun: until }).reduce((sum, day) => sum + lostOn(day).leak, 0);
}

/** What leaked on some days at the prices of each, in millionths of a dollar. */
export function expenseOf({ lostOn }: ListedLeak, days: Days): number {
  return eachDay(days).reduce((sum, day) => sum + lostOn(day).leak * lostOn(day).price, 0);
}

/** Minutes of flow, or draws, of the shown meter per read day, to the hundredth; null: it does not say. */
export function perReadDay(figures: Figures, meter: Meter, days: Days, what: "flowTime" | "events"): number | null {
  const read = eachDay(days).flatMap((day) => {
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
