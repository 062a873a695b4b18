import { dayNumber, dayText, localDayAt } from "../../../server/time/local-day.ts";
import { isThere } from "../figures/devices.ts";
import type { Figures } from "../figures/figures.ts";
import type { Meter, Occupancy, Unit } from "../stored/stored.ts";
import { chosenProperties, type Params, type Row } from "./answer.ts";
import { asOfIn, placementOf } from "./device-params.ts";

/** Read days without water from which on a person should look. */
const OCCUPIED_DAYS = 7;
const UNKNOWN_DAYS = 14;
/** One of so many newest days must have been read. */
const NEWEST_DAYS = 4;

/** Meters of units that report, but no water. */
export function dryMeters(params: Params): Row[] {
  return chosenProperties(params).flatMap((property) => {
    const asOf = asOfIn(params, property);
    // The last local day that was over by then.
    const last = localDayAt(property.timeZone, asOf).day - 1;
    return property.meters.flatMap((meter) => {
      const service = meter.services.findLast((one) => isThere(one, asOf));
      const unit = property.units.find(({ id }) => id === service?.unitId);
      if (service === undefined || unit === undefined) return [];
      const { building_id: buildings } = params.query;
      if (buildings !== undefined && !buildings.includes(service.buildingId)) return [];
      const lives = occupancyOn(unit, dayText(last));
      if (lives.status === "vacant") return [];
      // What runs today ends it, though the day is not over.
      if (asOf === params.now && (params.figures.meter(meter, last + 1)?.gallons ?? 0) > 0) return [];
      const wanted = lives.status === "occupied" ? OCCUPIED_DAYS : UNKNOWN_DAYS;
      const dry = dryDays(params.figures, meter, last, wanted, lives.since);
      if (dry === null) return [];
      return [
        {
          ...placementOf(property, { service, serial: meter.serial }),
          occupancy: lives.status,
          days_without_water: dry.days,
          last_used_date: dry.lastUsed === null ? null : dayText(dry.lastUsed),
        },
      ];
    });
  });
}

/** Whether somebody lives in a unit on a day, and since when, by what was reported of it last. */
export function occupancyOn(
  { occupancy }: Unit,
  day: string,
): { status: "occupied" | "vacant" | "unknown"; since: string | null } {
  const latest: Occupancy | undefined = occupancy.findLast(({ asOf }) => asOf <= day) ?? undefined;
  if (latest === undefined) return { status: "unknown", since: null };
  const { status, moveIn, moveOut, asOf } = latest;
  if (status === "occupied" && moveOut !== null && moveOut >= asOf && moveOut < day)
    return { status: "vacant", since: null };
  // Who moves in on the day of the report may not have done so when it was made.
  const movesIn = moveIn === asOf ? dayText(dayNumber(asOf) + 1) : moveIn;
  if (status === "vacant" && movesIn !== null && movesIn > asOf && movesIn <= day)
    return { status: "occupied", since: movesIn };
  return { status, since: status === "occupied" ? moveIn : null };
}

/** null: water ran, or too few days were read. */
function dryDays(
  figures: Figures,
  meter: Meter,
  last: number,
  wanted: number,
  since: string | null,
): { days: number; lastUsed: number | null } | null {
  const known = [...meter.days.keys()].filter((day) => day <= last).sort((a, b) => a - b);
  const first = known[0];
  if (first === undefined) return null;
  let read = 0;
  let passedOver = 0;
  let newestRead: number | null = null;
  for (let day = last; read < wanted; day--) {
    if (day < first || (since !== null && dayText(day) < since)) return null;
    const of = figures.meter(meter, day);
    if ((of?.gallons ?? 0) > 0) return null;
    if (of?.isRead === true) {
      read++;
      newestRead ??= day;
    } else {
      passedOver++;
      if (passedOver > wanted / 2) return null;
    }
  }
  if (newestRead === null || newestRead <= last - NEWEST_DAYS) return null;
  const lastUsed = known.findLast((day) => (figures.meter(meter, day)?.gallons ?? 0) > 0) ?? null;
  const firstRead = known.find((day) => figures.meter(meter, day)?.isRead === true) ?? first;
  return { days: last - (lastUsed ?? firstRead - 1), lastUsed };
}
