import { DAY_MS, HOUR_MS } from "../../../../server/time/durations.ts";
import { dayText, localDay, localDayAt } from "../../../../server/time/local-day.ts";
import { daysOf } from "../../figures/days.ts";
import { casesOf, type KnownCase } from "../../figures/leak-cases.ts";
import { isMeasured } from "../../figures/meter-figures.ts";
import { dollarsOf } from "../../figures/units-of-measure.ts";
import type { Leak, Meter, Property } from "../../stored/stored.ts";
import { type Answer, chosenProperties } from "../answer.ts";

const RATE_HOURS = 24;
const RATE_REACH = 31 * DAY_MS;

/** What cases in units that ended on their own lose no longer in the requested days. Nobody reports a fix. */
export const savings: Answer = (params) => {
  const { figures, query, now } = params;
  const properties = chosenProperties(params);
  const ended = { cases: 0, volume: 0, millionths: 0 };
  for (const property of properties) {
    const days = daysOf(property.timeZone, query, now, figures.rules);
    for (const unit of property.units) {
      for (const one of casesOf(figures, property, unit)) {
        if (!one.isOver || one.endedAt === null) continue;
        const perHour = ratePerDay(property, one) / 24;
        const most = one.endedAt + figures.rules.savedDays * DAY_MS;
        const until = Math.min(now, most, lastSeen(property, one, one.endedAt, most));
        const before = ended.volume;
        for (let { day } = localDayAt(property.timeZone, one.endedAt); day <= days.last; day++) {
          const { startsAt, endsAt } = localDay(property.timeZone, day);
          const hours = (Math.min(until, endsAt) - Math.max(one.endedAt, startsAt)) / HOUR_MS;
          if (day < days.first || hours <= 0) continue;
          ended.volume += perHour * hours;
          ended.millionths += perHour * hours * figures.price(property, unit, day);
        }
        if (ended.volume > before) ended.cases++;
      }
    }
  }
  const periods = properties.map(({ timeZone }) => daysOf(timeZone, query, now, figures.rules));
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
        cases: ended.cases,
        gallons_saved: whole(ended.volume) / 1000,
        dollars_saved: dollarsOf(whole(ended.millionths)),
      },
      months: [],
      properties: [],
    },
  };
};

/** Sums of thirds and the like miss a half by the last digits of a number. */
const whole = (sum: number) => Math.round(Number(sum.toFixed(5)));

/** Thousandths of a gallon that a case lost in a day before it ended. */
function ratePerDay(property: Property, { leaks, kinds, cause }: KnownCase): number {
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
  const newest = new Map(rated.map((leak) => [leak.meterId, leak]));
  const rates = [...newest.values()].map((leak) => ratePerHour(property, leak)).filter((rate) => rate !== null);
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

/** End of the last hour in which one of a case's meters was read, on the days from its end to the last one. */
function lastSeen(property: Property, { leaks }: KnownCase, from: number, until: number): number {
  const [first, last] = [from, until].map((at) => localDayAt(property.timeZone, at).day);
  const ids = new Set(leaks.map(({ meterId }) => meterId));
  let seen = Number.NEGATIVE_INFINITY;
  for (const meter of property.meters.filter(({ id }) => ids.has(id))) {
    for (const [day, stored] of meter.days) {
      if (day < (first ?? 0) || day > (last ?? 0)) continue;
      for (let hour = 0; hour < stored.hours; hour++) {
        if (isMeasured(stored, hour)) {
          seen = Math.max(seen, localDay(property.timeZone, day).startsAt + (hour + 1) * HOUR_MS);
        }
      }
    }
  }
  return seen;
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
