import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { localPeriod } from "../query/period.ts";
import type { Clock } from "../time/clock.ts";
import { dayText, localDayAt } from "../time/local-day.ts";

const PropertyRow = z.object({ name: z.string(), time_zone: z.string() });

const placed = z.object({
  id: z.number().optional(),
  property_id: z.number().optional(),
  meter: z.string().optional(),
});

const schema = z.object({
  property_id: z.preprocess((value) => (typeof value === "number" ? [value] : value), z.array(z.number()).optional()),
  days_ago: z.number().optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  date: z.string().optional(),
});

/** Path segments that group reports, and do not name one. */
const PLACES = /^(v1|reporting|portfolio-insights|portfolio-detail|leak-report|leak-details|export|\{\w+\}|)$/;

/**
 * The name of a table's file: the report, the property or meter where there is one, and the days, such as
 * `leak-overview_elm-street_2026-01-01_2026-01-31`, and its days, which name a spreadsheet's sheet. Of properties in
 * several time zones the days are those of UTC.
 * @param name the call, such as `GET /v1/leaks/export` @param params its path params, which are in scope
 * @param takesDays whether it is over days, also when none are requested; left out: they are today, or those requested
 */
export async function fileName(
  scope: Scope,
  tx: Transactional,
  name: string,
  params: unknown,
  query: unknown,
  clock: Clock,
  takesDays = false,
): Promise<{ title: string; days: string[] }> {
  const { id, meter, ...path } = placed.parse(params ?? {});
  const { property_id, date, ...period } = schema.parse(query);
  const own = id ?? path.property_id;
  const [only, ...others] = own === undefined ? (property_id ?? []) : [own];
  const property = only === undefined || others.length > 0 ? null : await find(scope, tx, only);
  const timeZone = property?.time_zone ?? "UTC";
  const steps = name.slice(name.indexOf("/")).split("/");
  // The segment before a parameter is only the kind of what that names.
  const segments = steps.filter((segment, i) => !PLACES.test(segment) && !steps[i + 1]?.startsWith("{"));
  const days = daysOf(takesDays, timeZone, period, date, clock());
  const title = [segments.slice(-3).join("-"), property?.name, meter, ...days]
    .map((part) => slug(part ?? ""))
    .filter((part) => part !== "")
    .join("_");
  return { title, days };
}

async function find(scope: Scope, tx: Transactional, id: number) {
  const found = await queryRow(tx, PropertyRow)`
    select name, time_zone from properties
    where id = ${id} and id = any(${scope.propertyIds}::bigint[]) and archived_at is null`;
  return found ?? null;
}

function daysOf(
  takesDays: boolean,
  timeZone: string,
  period: Pick<z.infer<typeof schema>, "days_ago" | "start_date" | "end_date">,
  date: string | undefined,
  now: number,
): string[] {
  if (!takesDays && period.days_ago === undefined && period.start_date === undefined) {
    return [date ?? dayText(localDayAt(timeZone, now).day)];
  }
  const { startDate, endDate } = localPeriod(timeZone, period, now);
  return startDate === endDate ? [startDate] : [startDate, endDate];
}

/** In small letters and digits of ASCII, which every file system takes and no header needs to pack. */
function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
}
