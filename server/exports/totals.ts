import { z } from "zod";
import { ids, reportFilters } from "../../contract/call/fields.ts";
import type { Totals } from "../../contract/files/file-columns.ts";
import { figuresShape } from "../../contract/reporting/figures-shape.ts";
import { inClasses, inStates } from "../../contract/reporting/reporting.ts";
import type { Transactional } from "../database/connect.ts";
import { savings } from "../leaks-api/cases/savings.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { overview } from "../reporting/overview.ts";
import { propertiesOverview } from "../reporting/portfolio/properties-overview.ts";
import { watchedProperties } from "../reporting/portfolio/ranking.ts";
import type { Clock } from "../time/clock.ts";

type Read = (scope: RequestScope, tx: Transactional, query: object, clock: Clock) => Promise<Totals | null>;

const insights = "/v1/reporting/portfolio-insights";

/** Of the ledger of savings: what is saved in units. */
const ofLedger: Read = async (scope, tx, query, clock) => {
  const { outcome } = ofOutcome.parse(query);
  const all = await savings(scope, tx, reportFilters.parse(without(query, ["ordering", "outcome"])), clock);
  const { gallons_saved, dollars_saved } = outcome === "ended" ? all.ended : all.verified;
  return { label: "All units", values: { gallons_saved, dollars_saved } };
};

const ofOutcome = z.looseObject({ outcome: z.string().optional() });

const unitsQuery = z.strictObject({ ...figuresShape, building_id: ids, unit_id: ids });
const propertiesQuery = z.strictObject({ ...figuresShape, performance: inClasses, state: inStates });

/** What the rows of lists come to, rounded once; a list of which only some rows are wanted has no totals. */
const ofLists: Readonly<Record<string, Read>> = {
  [`GET ${insights}/properties/performance`]: async (scope, tx, query, clock) => {
    const params = propertiesQuery.parse(without(query, ["ordering"]));
    const all = await propertiesOverview(scope, tx, params, clock);
    return { label: "Total", values: { ...figuresOf(all), units: all.total_units } };
  },
  [`GET ${insights}/performance-ranking/watchlist`]: async (scope, tx, query, clock) => {
    const params = unitsQuery.parse(without(query, ["ordering"]));
    // Properties without leaks are in no row: their water is not that of which the leaks are a share.
    const property_id = await watchedProperties(scope, tx, params, clock);
    if (property_id.length === 0) return null;
    const all = await overview(scope, tx, { ...params, property_id }, clock);
    const { units_with_leakage: leaking_units, gallons_leaked: leak_volume, leak_percentage, leak_cost } = all;
    return { label: "Total", values: { leaking_units, leak_volume, leak_percentage, leak_cost } };
  },
  [`GET ${insights}/finances/leak-overview`]: async (scope, tx, query, clock) => {
    if ("only_active" in query && query.only_active === true) return null;
    const params = without(query, ["ordering", "include_active_leak", "only_active"]);
    const all = await overview(scope, tx, unitsQuery.parse(params), clock);
    // What leaks outside of units is listed too, and is in no sum of units.
    return { label: "All units", values: { gallons_leaked: all.gallons_leaked, leak_expense: all.leak_cost } };
  },
  [`GET ${insights}/savings/cases`]: ofLedger,
};

/** The totals of a list for a query of its call, without a page; null: it has none. */
export async function totalsOf(list: string, ...params: Parameters<Read>): Promise<Totals | null> {
  return (await ofLists[list]?.(...params)) ?? null;
}

function figuresOf(all: object): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]: [string, unknown]) =>
      typeof value === "number" || value === null ? [[name, value]] : [],
    ),
  );
}

function without(query: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}
