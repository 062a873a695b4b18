import { dropInUse, rangeOfMean } from "../../../../server/leaks/cases/resample.ts";
import { DAY_MS, HOUR_MS } from "../../../../server/time/durations.ts";
import { dayText, localDay, localDayAt } from "../../../../server/time/local-day.ts";
import { daysOf } from "../../figures/days.ts";
import { casesOf, type KnownCase } from "../../figures/leak-cases.ts";
import { hoursAtPoint, serviceOf } from "../../figures/places-of-hours.ts";
import { dollarsOf } from "../../figures/units-of-measure.ts";
import type { Leak, Meter, Property, Unit } from "../../stored/stored.ts";
import { type Answer, buildingOf, chosenProperties, type Params, type Row } from "../answer.ts";
import { orderedExactly } from "../ordered.ts";

const RATE_HOURS = 24;
const RATE_REACH = 31 * DAY_MS;

/** A case that ended on its own, and what it lost no longer on the days since. Nobody reports a fix. */
export interface EndedCase {
  property: Property;
  /** null: of a meter that is in none. */
  unit: Unit | null;
  one: KnownCase;
  endedAt: number;
  /** Thousandths of a gallon a day. */
  perDay: number;
  /** The leaks that the rate is of. */
  rated: Leak[];
  days: { day: number; hours: number; volume: number; millionths: number }[];
  /** The outer days of the request at its property. */
  first: number;
  last: number;
}

export function endedCases(params: Params): EndedCase[] {
  const { figures, query, now } = params;
  return chosenProperties(params).flatMap((property) => {
    const { first, last } = daysOf(property.timeZone, query, now, figures.rules);
    const places = [...property.units, ...property.meters];
    return places.flatMap((place) => {
      const unit = "serial" in place ? null : place;
      return casesOf(figures, property, place).flatMap((one): EndedCase[] => {
        const { endedAt } = one;
        if (one.overAt === null || endedAt === null) return [];
        const rated = ratedLeaks(property, one);
        const perDay = ratePerDay(property, rated);
        const most = endedAt + figures.rules.savedDays * DAY_MS;
        const until = Math.min(now, most, lastSeen(property, one, endedAt, most));
        const days: EndedCase["days"] = [];
        for (let { day } = localDayAt(property.timeZone, endedAt); ; day++) {
          const { startsAt, endsAt } = localDay(property.timeZone, day);
          if (startsAt >= until) break;
          const hours = (Math.min(until, endsAt) - Math.max(endedAt, startsAt)) / HOUR_MS;
          const volume = (perDay / 24) * hours;
          days.push({ day, hours, volume, millionths: volume * figures.price(property, unit, day) });
        }
        return perDay > 0 ? [{ property, unit, one, endedAt, perDay, rated, days, first, last }] : [];
      });
    });
  });
}

/** What cases in units that ended on their own lose no longer in the requested days. */
export const savings: Answer = (params) => {
  const { figures, query, now } = params;
  const saved = endedCases(params)
    .filter(({ unit }) => unit !== null)
    .map(({ days, first, last }) => days.filter(({ day }) => day >= first && day <= last))
    .filter((days) => days.length > 0);
  const all = saved.flat();
  const periods = chosenProperties(params).map(({ timeZone }) => daysOf(timeZone, query, now, figures.rules));
  const shown = periods.length > 0 ? periods : [daysOf("UTC", query, now, figures.rules)];
  const none = { cases: 0, gallons_saved: 0, dollars_saved: 0, repair_cost: 0 };
  return {
    body: {
      start_date: dayText(Math.min(...shown.map(({ first }) => first))),
      end_date: dayText(Math.max(...shown.map(({ last }) => last))),
      fixes: { verified: 0, waiting: 0, failed: 0 },
      verified: none,
      outside_units: none,
      ended: {
        cases: saved.length,
        gallons_saved: whole(all.reduce((sum, { volume }) => sum + volume, 0)) / 1000,
        dollars_saved: dollarsOf(whole(all.reduce((sum, { millionths }) => sum + millionths, 0))),
      },
      months: [],
      properties: [],
    },
  };
};

/** The same as a ledger, case by case. */
export const savingsLedger: Answer = (params) => {
  if (params.query.outcome !== "ended") return { rows: [] };
  const rows = endedCases(params)
    .map((ended) => ({ ended, days: ended.days.filter(({ day }) => day >= ended.first && day <= ended.last) }))
    .filter(({ days }) => days.length > 0)
    .map(({ ended, days }) => {
      const sum = (of: EndedCase["days"], field: "volume" | "millionths" | "hours") =>
        of.reduce((total, day) => total + day[field], 0);
      const row: Row = {
        ...placeOf(ended),
        started_at: iso(ended.one.startedAt),
        fixed_at: null,
        ended_at: iso(ended.endedAt),
        over_at: iso(ended.one.overAt ?? 0),
        gallons_per_day: ended.perDay / 1000,
        ...comparedDays(params, ended),
        days_saved: Math.round((sum(days, "hours") / 24) * 100) / 100,
        gallons_saved: whole(sum(days, "volume")) / 1000,
        dollars_saved: dollarsOf(whole(sum(days, "millionths"))),
        total_gallons_saved: whole(sum(ended.days, "volume")) / 1000,
        total_dollars_saved: dollarsOf(whole(sum(ended.days, "millionths"))),
        repair_cost: null,
        payback_days: null,
      };
      const exact = { gallons_saved: sum(days, "volume"), dollars_saved: sum(days, "millionths") };
      return { row, exact };
    })
    .toSorted(
      (a, b) => Number(a.row.property_id) - Number(b.row.property_id) || Number(a.row.case_id) - Number(b.row.case_id),
    );
  return { rows: orderedExactly(rows, params.query.ordering ?? "") };
};

const iso = (at: number) => new Date(at).toISOString();

function placeOf({ property, unit, one, rated }: EndedCase): Row {
  const lost = (leak: Leak) => {
    const meter = meterOf(property, leak.meterId);
    return measuredHours(property, meter)
      .filter(({ at }) => at >= leak.startedAt && at < (leak.endedAt ?? Number.POSITIVE_INFINITY))
      .reduce((sum, { leaked }) => sum + leaked, 0);
  };
  const [shown] = rated.toSorted((a, b) => lost(b) - lost(a) || a.meterId - b.meterId);
  const meter = meterOf(property, shown?.meterId ?? 0);
  const inPlace = meter.services.filter(({ unitId }) => unitId === (unit?.id ?? null));
  const began = (services: Meter["services"]) =>
    services.findLast(({ beganAt }) => beganAt === null || beganAt <= one.startedAt) ?? services.at(-1);
  const service = began(inPlace) ?? began(meter.services);
  const building = buildingOf(property, unit?.buildingId ?? service?.buildingId ?? 0);
  return {
    property_id: property.id,
    property_name: property.name,
    building_id: building.id,
    building_name: building.name,
    unit_id: unit?.id ?? null,
    unit_name: unit?.name ?? null,
    case_id: one.leaks[0]?.caseId ?? null,
    time_zone: property.timeZone,
    leak_type: one.kinds.length === 1 ? (one.kinds[0] ?? null) : "hybrid leak",
    meter_serial_number: meter.serial,
    attached_to: service?.attachedTo ?? null,
    in_totals: unit !== null,
  };
}

function meterOf(property: Property, id: number): Meter {
  const meter = property.meters.find((one) => one.id === id);
  if (meter === undefined) throw new Error(`Property ${property.id} has no meter ${id}.`);
  return meter;
}

/** What the days before and since the end say. How they are drawn is the product's, which days are not. */
function comparedDays({ figures, now }: Params, { property, unit, one, endedAt, perDay, rated }: EndedCase): Row {
  const dayAt = (at: number) => localDayAt(property.timeZone, at).day;
  const end = dayAt(endedAt - 1);
  const used = (day: number) => {
    const of =
      unit === null ? figures.meter(meterOf(property, rated[0]?.meterId ?? 0), day) : figures.unit(property, unit, day);
    return of?.isRead === true ? of.gallons : null;
  };
  const read = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
      (day) => day > dayAt(one.startedAt) && day < dayAt(now) && used(day) !== null,
    );
  const [before, since] = [read(end - 14, end - 1), read(end + 1, end + 30)];
  const lost = before.map((day) => one.lost.get(day) ?? 0);
  const mean = lost.reduce((sum, of) => sum + of, 0) / lost.length;
  const range = mean > 0 ? rangeOfMean(lost) : null;
  const drop = dropInUse(
    before.map((day) => used(day) ?? 0),
    since.map((day) => used(day) ?? 0),
  );
  const scaled = (value: number) => Math.round((perDay * value) / mean) / 1000;
  return {
    baseline_low: range && scaled(range.low),
    baseline_high: range && scaled(range.high),
    use_drop: drop && {
      gallons_per_day: Math.round(drop.drop) / 1000,
      low: Math.round(drop.low) / 1000,
      high: Math.round(drop.high) / 1000,
    },
  };
}

/** Sums of thirds and the like miss a half by the last digits of a number. */
const whole = (sum: number) => Math.round(Number(sum.toFixed(5)));

/** The leaks that a case's rate is of: of its last run those of its kind, or of the top meters, the last at each point. */
function ratedLeaks(property: Property, { leaks, kinds, cause }: KnownCase): Leak[] {
  let from = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of leaks) {
    if (startedAt > until) from = startedAt;
    until = Math.max(until, endedAt ?? Number.POSITIVE_INFINITY);
  }
  const last = leaks.filter(({ startedAt }) => startedAt >= from);
  const shown = last.filter(({ kind }) => kind === (kinds.length === 1 ? kinds[0] : "other leak"));
  const ofCause = last.filter(({ kind }) => kind === cause);
  const rated = [shown, ofCause, last].find(({ length }) => length > 0) ?? [];
  return [...new Map(rated.map((leak) => [serviceOf(property, leak)?.pointId ?? -leak.meterId, leak])).values()];
}

/** Thousandths of a gallon that leaks lost in a day before they ended. */
function ratePerDay(property: Property, rated: readonly Leak[]): number {
  const rates = rated.map((leak) => ratePerHour(property, leak)).filter((rate) => rate !== null);
  return Math.round(rates.reduce((sum, rate) => sum + rate, 0) * 24);
}

function ratePerHour(property: Property, leak: Leak): number | null {
  const meter = property.meters.find(({ id }) => id === leak.meterId);
  const endedAt = leak.endedAt ?? 0;
  const reach = localDayAt(property.timeZone, endedAt - RATE_REACH).day;
  const last = (meter === undefined ? [] : measuredHours(property, meter))
    .filter(({ at, day }) => at >= leak.startedAt && at < endedAt && day >= reach)
    .slice(-RATE_HOURS);
  return last.length === 0 ? null : last.reduce((sum, { leaked }) => sum + leaked, 0) / last.length;
}

/** End of the last hour that was measured where one of a case's leaks was, on the days from its end to the last one. */
function lastSeen(property: Property, { leaks }: KnownCase, from: number, until: number): number {
  const [first, last] = [from, until].map((at) => localDayAt(property.timeZone, at).day);
  const points = new Set(leaks.map((leak) => serviceOf(property, leak)?.pointId));
  const ends = [...points].flatMap((pointId) =>
    hoursAtPoint(property, pointId)
      .filter(({ at, service }) => {
        const { day } = localDayAt(property.timeZone, at);
        return day >= (first ?? 0) && day <= (last ?? 0) && (service.endedAt ?? until) > from;
      })
      .map(({ at, service }) => Math.min(at + HOUR_MS, service.endedAt ?? Number.POSITIVE_INFINITY)),
  );
  return Math.max(Number.NEGATIVE_INFINITY, ...ends);
}

/** The measured hours of a meter in their order, each with its begin and what leaked in it. */
function measuredHours({ timeZone }: Property, meter: Meter): { at: number; day: number; leaked: number }[] {
  return [...meter.days]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([day, stored]) => {
      const { startsAt } = localDay(timeZone, day);
      return Array.from({ length: stored.hours }, (_, hour) => hour)
        .filter((hour) => (stored.gallons[hour] ?? null) !== null)
        .map((hour) => ({ at: startsAt + hour * HOUR_MS, day, leaked: stored.leak?.[hour] ?? 0 }));
    });
}
