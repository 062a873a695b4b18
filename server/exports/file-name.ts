import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { chosenProperties, outerDates } from "../query/chosen-properties.ts";
import type { PeriodParams } from "../query/period.ts";
import type { Clock } from "../time/clock.ts";

const PropertyRow = z.object({ name: z.string() });

const placed = z.object({
  id: z.number().optional(),
  property_id: z.number().optional(),
  meter: z.string().optional(),
});

const ids = z.preprocess((value) => (typeof value === "number" ? [value] : value), z.array(z.number()).optional());

const schema = z.object({
  property_id: ids,
  organization_id: ids,
  days_ago: z.number().optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  date: z.string().optional(),
});

/** Path segments that group reports, and do not name one. */
const PLACES = /^(v1|reporting|portfolio-insights|portfolio-detail|leak-report|leak-details|export|\{\w+\}|)$/;

/**
 * The name of a table's file: the report, the property or meter where there is one, and the days, such as
 * `leak-overview_elm-street_2026-01-01_2026-01-31`, and its days, which name a spreadsheet's sheet: those of its properties.
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
  const { property_id, organization_id, date, ...period } = schema.parse(query);
  const own = id ?? path.property_id;
  const places = own === undefined ? { property_id, organization_id } : { property_id: [own] };
  const [only, ...others] = places.property_id ?? [];
  const property = only === undefined || others.length > 0 ? null : await find(scope, tx, only);
  const steps = name.slice(name.indexOf("/")).split("/");
  // The segment before a parameter is only the kind of what that names.
  const segments = steps.filter((segment, i) => !PLACES.test(segment) && !steps[i + 1]?.startsWith("{"));
  const isOverDays = takesDays || period.days_ago !== undefined || period.start_date !== undefined;
  const requested: PeriodParams = isOverDays ? period : { days_ago: 0 };
  const [first, last] = outerDates(
    await chosenProperties(scope, tx, { ...places, ...requested }, clock),
    requested,
    clock,
  );
  const days = !isOverDays ? [date ?? first] : first === last ? [first] : [first, last];
  const title = [segments.slice(-3).join("-"), property?.name, meter, ...days]
    .map((part) => slug(part ?? ""))
    .filter((part) => part !== "")
    .join("_");
  return { title, days };
}

async function find(scope: Scope, tx: Transactional, id: number) {
  const found = await queryRow(tx, PropertyRow)`
    select name from properties
    where id = ${id} and id = any(${scope.propertyIds}::bigint[]) and archived_at is null`;
  return found ?? null;
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
