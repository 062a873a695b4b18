import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { CaseState, LeakCase } from "../../../contract/leaks/cases.ts";
import { millsOfDay, pricesOfDay } from "../../costs/day-prices.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { chosenProperties, type PlaceParams, periodTable } from "../../query/chosen-properties.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { report } from "../../query/report.ts";
import { newestReadings, silentCase } from "../../reporting/leak-definitions.ts";
import type { Clock } from "../../time/clock.ts";
import { clockOfCase } from "./case-clocks.ts";
import { CaseRow, caseRows, listedCase, pointOfCase, shownState } from "./case-rows.ts";

type Field =
  | "dollars_per_day"
  | "gallons_per_day"
  | "started_at"
  | "total_gallons_leaked"
  | "fixed_at"
  | "due_on"
  | "property_name";

interface Params extends PlaceParams, PageParams {
  ordering: Field | `-${Field}`;
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  state?: CaseState[] | undefined;
  assignee?: string | undefined;
  fixed_since?: string | undefined;
  is_snoozed?: boolean | undefined;
  is_overdue?: boolean | undefined;
  /** Cases that were not over yet on one of these local days, both included. */
  within?: { startDate: string; endDate: string };
}

const CountedCase = CaseRow.extend({ count: z.int() });

const columns = {
  dollars_per_day: sql`(one.gallons_per_day * ${millsOfDay})`,
  gallons_per_day: sql`one.gallons_per_day`,
  started_at: sql`one.started_at`,
  total_gallons_leaked: sql`one.gallons_total`,
  fixed_at: sql`one.fixed_at`,
  due_on: sql`one.due_on`,
  property_name: sql`lower(one.property_name)`,
};

/** SQL: a condition, of which null is false, is as wanted; undefined: either. */
function isAs(wanted: boolean | undefined, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return wanted === undefined ? sql`true` : sql`coalesce(${condition}, false) = ${wanted}::boolean`;
}

/**
 * One page of the cases that match the params, in a total order. Prices, places and totals are read for the rows of the
 * page only, unless the order or a filter needs them.
 */
export async function listCases(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: LeakCase[] }> {
  const { building_id, unit_id, state, assignee, fixed_since, is_snoozed, is_overdue, within, page, page_size } =
    params;
  // Here `state` is that of the case, not the one in which its property lies. Today is the only day that matters.
  const places = { property_id: params.property_id, organization_id: params.organization_id };
  const properties = await chosenProperties(scope, tx, { ...places, days_ago: 0 }, clock);
  const order = orderBy(params.ordering, columns, sql`one.property_id, one.id`);
  // Only a fix that was reported may be one that cannot be verified.
  const stored = state?.map((one) => (one === "cannot_verify" ? "fix_reported" : one));
  const byData = state?.some((one) => one === "cannot_verify" || one === "fix_reported") ?? false;
  const hasSavings = state?.includes("verified") ?? true;
  const byClock = is_overdue !== undefined || params.ordering.endsWith("due_on");
  const isByPrice = params.ordering.endsWith("dollars_per_day");
  const rows = await queryRows(tx, CountedCase)`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    newest as materialized (${newestReadings(sql`period`)}),
    picked as (
      select leak_cases.*, period.time_zone, period.start_date as today, properties.name as property_name
        ${byClock ? sql`, clock.due_on` : sql``}
      from period
      join leak_cases on leak_cases.property_id = period.property_id
      join properties on properties.id = period.property_id
      ${byClock ? sql`cross join lateral (select leak_cases.*) one ${clockOfCase}` : sql``}
      where ${isAs(is_overdue, sql`clock.due_on < period.start_date`)}
        and ${isAs(is_snoozed, sql`leak_cases.snoozed_until > period.start_date`)}
        and (${stored ?? null}::text[] is null or leak_cases.state = any(${stored ?? null}::text[]))
        and (${unit_id ?? null}::bigint[] is null or leak_cases.unit_id = any(${unit_id ?? null}::bigint[]))
        and (${assignee ?? null}::text is null or leak_cases.assignee = lower(${assignee ?? null}))
        and (${fixed_since ?? null}::timestamptz is null or leak_cases.fixed_at >= ${fixed_since ?? null}::timestamptz)
        and ${
          within === undefined
            ? sql`true`
            : sql`(leak_cases.started_at at time zone period.time_zone)::date <= ${within.endDate}::date
              and (leak_cases.over_at is null
                or (leak_cases.over_at at time zone period.time_zone)::date >= ${within.startDate}::date)`
        }
        and (${building_id ?? null}::bigint[] is null or exists (
          select from units where units.property_id = leak_cases.property_id and units.id = leak_cases.unit_id
            and units.building_id = any(${building_id ?? null}::bigint[])) or leak_cases.unit_id is null and exists (
          select from (select leak_cases.*) one ${pointOfCase}
          where point.building_id = any(${building_id ?? null}::bigint[])))
    ),
    place as materialized (
      select one.property_id, one.id, one.time_zone, one.today, count(*) over ()::int as count,
        row_number() over (${order})::int as position
      from picked one
      ${byData ? sql`join newest on newest.property_id = one.property_id ${silentCase}` : sql``}
      ${isByPrice ? pricesOfDay(sql`one.today`) : sql``}
      where ${byData ? sql`${shownState} = any(${state}::text[])` : sql`true`}
      order by position limit ${page_size} offset ${(page - 1) * page_size}
    ),
    -- The whole rows of the page alone.
    page as materialized (
      select leak_cases.*, place.time_zone, place.today, place.position
      from place join leak_cases on leak_cases.property_id = place.property_id and leak_cases.id = place.id
    )
    ${caseRows(sql`one.today`, hasSavings ? new Date(clock()) : null, sql`, (select count from place limit 1) as count`)}`;
  const [first] = rows;
  if (first === undefined && page > 1) {
    return { ...(await listCases(scope, tx, { ...params, page: 1, page_size: 1 }, clock)), rows: [] };
  }
  return { count: first?.count ?? 0, rows: rows.map(({ count: _count, ...row }) => listedCase(row)) };
}

export const casesReport = report("GET /v1/cases", { cache: "text" }, async ({ scope, tx, query, clock, page }) =>
  page(query, await listCases(scope, tx, query, clock)),
);
