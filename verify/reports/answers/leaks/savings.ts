import { DAY_MS, HOUR_MS } from "../../../../server/time/durations.ts";
import { dayText, localDay, localDayAt } from "../../../../server/time/local-day.ts";
import { daysOf } from "../../figures/days.ts";
import { dollarsOf } from "../../figures/units-of-measure.ts";
import type { Leak, Meter, Property } from "../../stored/stored.ts";
import { type Answer, chosenProperties, type Params } from "../answer.ts";
import { type SavedLeak, savedOnce } from "./saved-once.ts";

const RATE_HOURS = 24;
const RATE_REACH = 31 * DAY_MS;
const SAVED_FOR = 30 * DAY_MS;

/** Leaks that ended in the requested days, and what that saved. No leak is reported as repaired. */
export const savings: Answer = (params) => {
  const properties = chosenProperties(params);
  const group = { leaks: 0, held: 0, came_back: 0, too_early: 0 };
  const sums = { volume: 0, millionths: 0, volumeTwice: 0, millionthsTwice: 0 };
  for (const property of properties) {
    const days = daysOf(property.timeZone, params.query, params.now, params.figures.rules);
    const from = localDay(property.timeZone, days.first).startsAt;
    const until = localDay(property.timeZone, days.last + 1).startsAt;
    const savedBy: SavedLeak[] = [];
    for (const leak of property.leaks) {
      const meter = property.meters.find(({ id }) => id === leak.meterId);
      if (meter === undefined || leak.isSuspected || leak.endedAt === null) continue;
      if (leak.endedAt < from || leak.endedAt >= until) continue;
      const became = whatBecame(params, property, meter, { ...leak, endedAt: leak.endedAt });
      group.leaks++;
      group[became.outcome]++;
      if (became.saved !== null) savedBy.push(became.saved);
    }
    const { each, once } = savedOnce(savedBy, params.figures.rules.savedTwice);
    sums.volume += once.volume;
    sums.millionths += once.millionths;
    sums.volumeTwice += each.volume - once.volume;
    sums.millionthsTwice += each.millionths - once.millionths;
  }
  const periods = properties.map(({ timeZone }) => daysOf(timeZone, params.query, params.now, params.figures.rules));
  const shown = periods.length > 0 ? periods : [daysOf("UTC", params.query, params.now, params.figures.rules)];
  const saved = { gallons_saved: whole(sums.volume) / 1000, dollars_saved: dollarsOf(whole(sums.millionths)) };
  const twice = {
    gallons_seen_twice: whole(sums.volumeTwice) / 1000,
    dollars_seen_twice: dollarsOf(whole(sums.millionthsTwice)),
  };
  const none = { gallons_saved: 0, dollars_saved: 0, gallons_seen_twice: 0, dollars_seen_twice: 0 };
  return {
    body: {
      start_date: dayText(Math.min(...shown.map(({ first }) => first))),
      end_date: dayText(Math.max(...shown.map(({ last }) => last))),
      repaired: { leaks: 0, held: 0, came_back: 0, too_early: 0, ...none },
      ended: { ...group, ...saved, ...twice },
    },
  };
};

/** Sums of thirds and the like miss a half by the last digits of a number. */
const whole = (sum: number) => Math.round(Number(sum.toFixed(5)));

function whatBecame(
  { figures, now }: Params,
  property: Property,
  meter: Meter,
  leak: Leak & { endedAt: number },
): { outcome: "held" | "came_back" | "too_early"; saved: SavedLeak | null } {
  const { timeZone } = property;
  const hours = measuredHours(property, meter);
  const lastDay = localDayAt(timeZone, leak.endedAt + SAVED_FOR + DAY_MS).day;
  const firstDay = localDayAt(timeZone, leak.endedAt).day;
  const lastSeen = hours.findLast(({ day }) => day >= firstDay && day <= lastDay);
  const back = property.leaks
    .filter((next) => next.meterId === meter.id && next.kind === leak.kind && !next.isSuspected)
    .map(({ startedAt }) => startedAt)
    .filter((startedAt) => startedAt > leak.startedAt);
  const cameBackAt = Math.min(...back, Number.POSITIVE_INFINITY);
  const held =
    lastSeen === undefined ? null : Math.min(now, lastSeen.at + HOUR_MS, cameBackAt, leak.endedAt + SAVED_FOR);
  const saved = held === null ? null : Math.max(0, held - leak.endedAt);
  const outcome = cameBackAt < leak.endedAt + SAVED_FOR ? "came_back" : (saved ?? 0) >= DAY_MS ? "held" : "too_early";
  const reach = localDayAt(timeZone, leak.endedAt - RATE_REACH).day;
  const last = hours
    .filter(({ at, day }) => at >= leak.startedAt && at < leak.endedAt && day >= reach)
    .slice(-RATE_HOURS);
  const service =
    meter.services.findLast(({ beganAt }) => beganAt === null || beganAt <= leak.startedAt) ?? meter.services[0];
  if (saved === null || last.length === 0 || service === undefined) return { outcome, saved: null };
  const perHour = last.reduce((sum, hour) => sum + hour.leaked, 0) / last.length;
  const unit = property.units.find(({ id }) => id === service.unitId) ?? null;
  const price = figures.price(property, unit, firstDay);
  return { outcome, saved: { service, from: leak.endedAt, until: leak.endedAt + saved, perHour, price } };
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
