import type { Transaction } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inScope } from "../database/connect.ts";
import type { Database } from "../database/types.ts";
import { consumptionByDay, consumptionByHour } from "./leak-details/consumption.ts";
import { flowByDay, flowByHour } from "./leak-details/flow.ts";
import { leakDetailOverview } from "./leak-details/overview.ts";
import { leakList } from "./leak-list.ts";
import { leakListFilters } from "./leak-list-filters.ts";
import { myProperties } from "./my-properties.ts";
import { overview } from "./overview.ts";
import { propertyOverview } from "./property-overview.ts";
import { propertyPerformance } from "./property-performance.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { twoZones, twoZonesNow } from "./testing/two-zones.ts";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
  world = await twoZones(app.connections);
});
afterAll(() => app.close());

type Who = typeof world.manager;
type Report = (scope: Who, tx: Transaction<Database>) => Promise<unknown>;

const clock = () => Date.parse(twoZonesNow);
const page = { page: 1, page_size: 50 };
const reports: Record<string, Report> = {
  overview: (scope, tx) => overview(scope, tx, {}, clock),
  myProperties: (scope, tx) => myProperties(scope, tx, {}),
  propertyPerformance: (scope, tx) => propertyPerformance(scope, tx, { ...page, ordering: "state" }, clock),
  leakList: (scope, tx) => leakList(scope, tx, { ...page, ordering: "leak_type", include_active_leak: true }, clock),
  leakListFilters: (scope, tx) => leakListFilters(scope, tx, {}),
  leakDetailOverview: (scope, tx) => leakDetailOverview(scope, tx, "elm-2", {}, clock),
  flowByDay: (scope, tx) => flowByDay(scope, tx, "elm-2", { ...page, ordering: "date" }, clock),
  flowByHour: (scope, tx) => flowByHour(scope, tx, "elm-2", { ...page, ordering: "date" }, clock),
  consumptionByDay: (scope, tx) => consumptionByDay(scope, tx, "elm-2", {}, clock),
  consumptionByHour: (scope, tx) => consumptionByHour(scope, tx, "elm-2", {}, clock),
};

// The worker's role sees every tenant, so only a report's own scope isolates tenants here.
test.each(Object.entries(reports))(
  "%s keeps to its scope also where the database would show everything",
  async (_, report) => {
    const { app: locked, worker } = app.connections;
    const expected = await inScope(locked, world.manager, (tx) => report(world.manager, tx));
    expect(await worker.transaction().execute((tx) => report(world.manager, tx))).toEqual(expected);
  },
);

test("hides another tenant's property even without row-level security", async () => {
  const pending = app.connections.worker
    .transaction()
    .execute((tx) => propertyOverview(world.manager, tx, world.properties.foreign, clock));
  await expect(pending).rejects.toMatchObject({ code: "not_found" });
});
