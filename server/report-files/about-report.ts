import { z } from "zod";
import { currency } from "../../contract/accounts/display-settings.ts";
import { moneyIn, moneyInScope } from "../costs/display-settings.ts";
import { queryRows } from "../database/query-rows.ts";
import { type ChosenProperty, chosenProperties } from "../query/chosen-properties.ts";
import { overviewReport } from "../reporting/overview.ts";
import { dayNumber, dayText, localDayAt } from "../time/local-day.ts";
import { answerOf, type ReportFor } from "./report-for.ts";
import type { About } from "./workbook/head.ts";

const PlaceRow = z.object({ name: z.string(), organization: z.string().nullable(), currency: currency.nullable() });

/** Reads what the head of a file says. */
export async function aboutReport(report: ReportFor): Promise<About> {
  const { scope, tx, clock, reader, params } = report;
  const properties = await chosenProperties(scope, tx, params, clock);
  const places = await queryRows(tx, PlaceRow)`
    select properties.name, organizations.name as organization, organizations.currency
    from properties left join organizations on organizations.id = properties.organization_id
    where properties.id = any(${properties.map(({ propertyId }) => propertyId)}::bigint[])
    order by lower(properties.name), properties.id`;
  const overview = await answerOf(report, overviewReport, undefined, { ...params, comparison: "previous_period" });
  const { meter_days_read: read, meter_days_expected: expected } = overview;
  const currencies = unique(places.map((place) => place.currency));
  return {
    organizations: unique(places.map(({ organization }) => organization)),
    properties: places.map(({ name }) => name),
    currencies,
    units: { bedrooms_from: params.bedrooms_from, bedrooms_to: params.bedrooms_to },
    startDate: overview.start_date,
    endDate: overview.end_date,
    coverage: coverageOf(read, expected),
    madeAt: new Date(clock()),
    ...daysOf(properties, clock()),
    display: { reader, money: currencies.length === 0 ? await moneyInScope(tx) : moneyIn(currencies) },
    overview,
  };
}

/** The share of meter-days that are in, 0 to 1; where one is missing, never what rounds to all. null: none are expected. */
export function coverageOf(read: number, expected: number): number | null {
  if (expected === 0) return null;
  return read === expected ? 1 : Math.min(read / expected, 0.999);
}

function unique<T>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value) => value !== null))];
}

/** How many days the report is over, and which day it is made on. */
function daysOf(properties: readonly ChosenProperty[], now: number): Pick<About, "days" | "today" | "hasToday"> {
  const todays = properties.map(({ timeZone }) => dayText(localDayAt(timeZone, now).day));
  return {
    days: Math.max(1, ...properties.map(({ startDate, endDate }) => dayNumber(endDate) - dayNumber(startDate) + 1)),
    today: todays.toSorted()[0] ?? dayText(localDayAt("UTC", now).day),
    hasToday: properties.some(({ endDate }, index) => endDate >= (todays[index] ?? "")),
  };
}
