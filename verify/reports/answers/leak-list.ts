import { dayText, localDay, localDayAt } from "../../../server/metering/local-day.ts";
import { type Days, daysOf, eachDay } from "../figures/days.ts";
import { kindOf } from "../figures/figures.ts";
import { isSilent } from "../figures/heard-hours.ts";
import { kindsOf, leakTypeOf, meterLeakIn, metersOfUnit, shownMeter, unitLeakIn } from "../figures/unit-leaks.ts";
import { gallonsOf } from "../figures/units-of-measure.ts";
import type { Leak, Meter, Property, Unit } from "../stored/stored.ts";
import { type Answer, type Asked, buildingOf, chosenProperties, chosenUnits, type Row } from "./asked.ts";
import { ordered } from "./ordered.ts";

export const leakList: Answer = (asked) => {
  const rows = chosenProperties(asked).flatMap((property) => [
    ...chosenUnits(asked, property).flatMap((unit) => rowOfUnit(asked, property, unit)),
    ...rowsOfBuildings(asked, property),
  ]);
  return { rows: ordered(rows, asked.query.ordering ?? "") };
};

/** Leaks that run at some time of the days; without one those that go on now. */
function leaksShown(asked: Asked, property: Property, meters: readonly Meter[], days: Days): Leak[] {
  const { startsAt } = localDay(property.timeZone, days.first);
  const endsAt = localDay(property.timeZone, days.last + 1).startsAt;
  const all = meters.flatMap((meter) => asked.figures.leaksOf(property, meter));
  const running = all.filter(
    ({ startedAt, endedAt }) => startedAt < endsAt && (endedAt === null || endedAt > startsAt),
  );
  return running.length > 0 ? running : all.filter(({ endedAt }) => endedAt === null);
}

function rowOfUnit(asked: Asked, property: Property, unit: Unit): Row[] {
  const { figures, query, now } = asked;
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
  let gallons: number | null = null;
  for (const day of eachDay(days)) {
    const of = figures.unit(property, unit, day)?.gallons ?? null;
    if (of !== null) gallons = (gallons ?? 0) + of;
  }
  const total = (since: number, until: number) => {
    const all = unitLeakIn(figures, property, unit, { ...days, first: since, begun: until });
    return all.toilet + all.heater + all.other;
  };
  const place = { buildingId: unit.buildingId, unit };
  const lost = { gallons, leaked: leak.toilet + leak.heater + leak.other, total };
  return rowOf(asked, property, place, leakTypeOf(kinds), shown, ofKinds, days, lost);
}

function rowsOfBuildings(asked: Asked, property: Property): Row[] {
  const { figures, query, now } = asked;
  if (query.unit_id !== undefined) return [];
  const days = daysOf(property.timeZone, query, now, figures.rules);
  return property.meters.flatMap((meter) => {
    const service = meter.services.findLast(({ unitId }) => unitId === null);
    if (service === undefined) return [];
    if (query.building_id !== undefined && !query.building_id.includes(service.buildingId)) return [];
    const leaked = meterLeakIn(figures, meter, days);
    const isActive = figures.leaksOf(property, meter).some(({ endedAt }) => endedAt === null);
    if (leaked === 0 && !(query.include_active_leak === true && isActive)) return [];
    let gallons: number | null = null;
    for (const day of eachDay(days)) {
      const of = figures.meter(meter, day)?.gallons ?? null;
      if (of !== null) gallons = (gallons ?? 0) + of;
    }
    const total = (since: number, until: number) =>
      meterLeakIn(figures, meter, { ...days, first: since, begun: until });
    const place = { buildingId: service.buildingId, unit: null };
    return rowOf(asked, property, place, "other leak", meter, [meter], days, { gallons, leaked, total });
  });
}

interface Lost {
  gallons: number | null;
  leaked: number;
  /** Leak gallons from one local day to another. */
  total: (since: number, until: number) => number;
}

function rowOf(
  asked: Asked,
  property: Property,
  place: { buildingId: number; unit: Unit | null },
  leakType: string,
  shown: Meter,
  meters: readonly Meter[],
  days: Days,
  lost: Lost,
): Row[] {
  const { figures, query, now } = asked;
  const leaks = leaksShown(asked, property, meters, days);
  const active = leaks.filter(({ endedAt }) => endedAt === null);
  if (query.only_active === true && active.length === 0) return [];
  const dayOf = (at: number) => localDayAt(property.timeZone, at).day;
  const started = Math.min(...leaks.map(({ startedAt }) => dayOf(startedAt)));
  const ended = Math.max(...leaks.map(({ endedAt }) => dayOf((endedAt ?? 0) - 1)));
  const read = eachDay(days)
    .map((day) => figures.meter(shown, day))
    .filter((of) => of?.isRead === true);
  const meterOf = (id: number) => property.meters.filter((meter) => meter.id === id);
  return [
    {
      leak_type: leakType,
      property_id: property.id,
      property_name: property.name,
      building_id: place.buildingId,
      building_name: buildingOf(property, place.buildingId).name,
      unit_id: place.unit?.id ?? null,
      unit_name: place.unit?.name ?? null,
      meter_serial_number: shown.serial,
      gallons_consumed: gallonsOf(lost.gallons),
      gallons_leaked: lost.leaked / 1000,
      flow_time: meanOf(read.map((of) => of?.flowTime ?? null)),
      events_sum: meanOf(read.map((of) => of?.events ?? null)),
      leak_start_date: dayText(started),
      leak_end_date: active.length > 0 ? null : dayText(ended),
      total_gallons_leaked: lost.total(started, active.length > 0 ? dayOf(now) : ended) / 1000,
      is_active: active.length > 0,
      is_unconfirmed:
        active.length > 0 && active.every((leak) => meterOf(leak.meterId).every((meter) => isSilent(property, meter))),
    },
  ];
}

/** Of those that are known, to the hundredth; null: of none. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return Math.round((known.reduce((sum, value) => sum + value, 0) / known.length) * 100) / 100;
}
