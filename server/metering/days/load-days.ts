import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { allMeterDays, fromMonth } from "../../query/meter-days.ts";
import { Lump } from "../../readings/meter-day.ts";
import { dayNumber, dayText, localDay } from "../../time/local-day.ts";
import type { WorkDay } from "./work-day.ts";

/** A row of `meter_days` as `dayColumns` selects it. */
export const DayRow = z.object({
  meter_id: z.int(),
  day: z.string(),
  gallons: z.string().nullable(),
  flow_time: z.string().nullable(),
  events: z.string().nullable(),
  lumps: z.array(Lump).nullable(),
  register_seconds: z.string().nullable(),
  registers: z.string().nullable(),
  interval_estimated: z.string().nullable(),
  intervals_until: z.int().nullable(),
  estimated: z.string().nullable(),
  covered: z.int(),
  leak_gallons: z.string().nullable(),
  hours_measured: z.int(),
  gallons_total: z.int().nullable(),
  estimated_total: z.int(),
  leak_total: z.int(),
  flow_total: z.int().nullable(),
  events_total: z.int().nullable(),
  hours_with_flow: z.int(),
});
export type DayRow = z.output<typeof DayRow>;

/** Which days of a meter are wanted, by number: from one on, to the last that is stored. */
export interface Wanted {
  meterId: number;
  from: number;
}

/** What loading days needs to know of their property. */
export interface PlaceOfDays {
  propertyId: number;
  timeZone: string;
  /** No day from this one on, by its number, is packed; null: none is. */
  packedUntil: number | null;
}

/**
 * The stored days of meters, each from its own day on, in the order of meters and days.
 * @param before the first day that is not wanted any more; null: all are
 */
export async function loadDays(
  tx: Transactional,
  place: PlaceOfDays,
  wanted: Wanted[],
  before: number | null = null,
): Promise<Map<number, WorkDay[]>> {
  if (wanted.length === 0) return new Map();
  const rows = await queryRows(tx, DayRow)`
    select ${dayColumns} from ${wantedDays(place, wanted, before)} order by d.meter_id, d.day`;
  return daysByMeter(rows, place.timeZone);
}

/** SQL: the wanted days, as `d`. */
export function wantedDays({ propertyId, packedUntil }: PlaceOfDays, wanted: Wanted[], before: number | null = null) {
  const first = wanted.reduce((least, { from }) => Math.min(least, from), LAST_DAY);
  return daysOf({
    list: sql`unnest(${wanted.map(({ meterId }) => meterId)}::bigint[], ${wanted.map(({ from }) => dayText(from))}::date[])`,
    which: sql`d.property_id = ${propertyId} and d.meter_id = v.meter_id and d.day >= v.day and d.day >= ${dayText(first)}::date
      and d.day < coalesce(${before === null ? null : dayText(before)}::date, 'infinity')`,
    months: packedUntil !== null && first < packedUntil ? fromMonth("d", sql`v.day`) : null,
  });
}

/** After any day. */
const LAST_DAY = 100_000;

/** Single stored days of meters. */
export async function loadDaysOf(
  tx: Transactional,
  { propertyId, timeZone, packedUntil }: PlaceOfDays,
  meterIds: number[],
  days: number[],
): Promise<Map<number, WorkDay[]>> {
  if (meterIds.length === 0) return new Map();
  const texts = days.map(dayText).sort();
  const isPacked = packedUntil !== null && days.some((day) => day < packedUntil);
  const rows = await queryRows(tx, DayRow)`
    select ${dayColumns} from ${daysOf({
      list: sql`unnest(${meterIds}::bigint[], ${days.map(dayText)}::date[])`,
      which: sql`d.property_id = ${propertyId} and d.meter_id = v.meter_id and d.day = v.day
        and d.day between ${texts[0] ?? null}::date and ${texts.at(-1) ?? null}::date`,
      months: isPacked ? allMeterDays.inMonths("d", sql`v.day`, sql`v.day`) : null,
    })}
    order by d.meter_id, d.day`;
  return daysByMeter(rows, timeZone);
}

/**
 * SQL: days `d` of a list `v` of meters and days.
 * @param months which months count where some may be packed; null: none is
 */
function daysOf({
  list,
  which,
  months,
}: Record<"list" | "which", RawBuilder<unknown>> & { months: RawBuilder<unknown> | null }) {
  const named = sql`${list} as v (meter_id, day)`;
  if (months === null) return sql`${named} join meter_days d on ${which}`;
  return sql`${named} cross join lateral (select * from all_meter_days d where ${which} ${months} offset 0) d`;
}

// Arrays come as text: reading them here costs a fraction of the driver's general reader.
export const dayColumns = sql`d.meter_id, d.day, d.gallons::text, d.flow_time::text, d.events::text, d.lumps,
  d.register_seconds::text, d.registers::text, d.interval_estimated::text, d.intervals_until, d.estimated::text, d.covered, d.leak_gallons::text, d.hours_measured,
  d.gallons_total, d.estimated_total, d.leak_total, d.flow_total, d.events_total, d.hours_with_flow`;

/** Rows as days by meter, in their order. */
export function daysByMeter(rows: DayRow[], timeZone: string): Map<number, WorkDay[]> {
  const days = new Map<number, WorkDay[]>();
  for (const row of rows) {
    const day = toWorkDay(row, timeZone);
    const others = days.get(row.meter_id);
    if (others === undefined) days.set(row.meter_id, [day]);
    else others.push(day);
  }
  return days;
}

function toWorkDay(row: DayRow, timeZone: string): WorkDay {
  const day = dayNumber(row.day);
  const { startsAt, endsAt, hours } = localDay(timeZone, day);
  return {
    meterId: row.meter_id,
    day,
    startsAt,
    endsAt,
    hours,
    stored: true,
    gallons: readArray(row.gallons) ?? [],
    flowTime: readArray(row.flow_time),
    events: readArray(row.events),
    lumps: row.lumps,
    registerSeconds: numbersOrNull(row.register_seconds),
    registers: numbersOrNull(row.registers),
    intervalEstimated: readArray(row.interval_estimated),
    intervalsUntil: row.intervals_until,
    estimated: readArray(row.estimated),
    covered: row.covered,
    leakGallons: numbersOrNull(row.leak_gallons),
    totals: {
      hoursMeasured: row.hours_measured,
      gallonsTotal: row.gallons_total,
      estimatedTotal: row.estimated_total,
      leakTotal: row.leak_total,
      flowTotal: row.flow_total,
      eventsTotal: row.events_total,
      flowHours: row.hours_with_flow,
    },
    touched: false,
    before: { gallons: row.gallons, estimated: row.estimated, leakGallons: row.leak_gallons, covered: row.covered },
  };
}

function readArray(text: string | null): (number | null)[] | null {
  if (text === null) return null;
  if (text === "{}") return [];
  return text
    .slice(1, -1)
    .split(",")
    .map((item) => (item === "NULL" ? null : Number(item)));
}

function numbersOrNull(text: string | null): number[] | null {
  return text === null ? null : readNumbers(text);
}

/** An array of numbers as Postgres writes it. */
export function readNumbers(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number);
}
