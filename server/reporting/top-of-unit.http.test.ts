import { afterAll, beforeAll, expect, test } from "vitest";
import { reportingCalls } from "../../contract/reporting/reporting.ts";
import { everyHour, writeDay } from "./testing/hours.ts";
import { addMeter, addProperty, addUnit } from "./testing/places.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { rollUp } from "./testing/roll-up.ts";

const PERFORMANCE = "GET /v1/reporting/portfolio-insights/properties/performance";
const INFORMATION = "GET /v1/reporting/leak-report/properties/{id}/overview";

let app: ReportsApp;
beforeAll(async () => {
  app = await reportsApp("2026-06-10T16:00:00Z");
});
afterAll(() => app.close());

test("counts the days on which fixtures are read while no meter of the whole unit is in service", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Elm House", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  // The unit's own meter served from 4 to 6 June.
  const service = { began_at: "2026-06-04T04:00:00Z", ended_at: "2026-06-07T04:00:00Z" };
  const home = await addMeter(connections, unit, "SPOE", "home", service);
  const toilets = [
    await addMeter(connections, unit, "Toilet", "toilet-1"),
    await addMeter(connections, unit, "Toilet", "toilet-2"),
  ];
  for (let day = 1; day <= 9; day++) {
    const date = `2026-06-0${day}`;
    for (const toilet of toilets)
      await writeDay(connections, toilet, date, { gallons: everyHour(1000), flowTime: everyHour(1) });
    if (day >= 4 && day <= 6)
      await writeDay(connections, home, date, { gallons: everyHour(5000), flowTime: everyHour(9) });
  }
  await rollUp(connections, property);
  const who = { organizationIds: [], propertyIds: [property.id] };
  const ask = async (path: string): Promise<unknown> => {
    const answer = await app.ask(who, path);
    expect(answer.status, answer.text).toBe(200);
    return JSON.parse(answer.text);
  };
  const rows = async (days: string) =>
    reportingCalls[PERFORMANCE].response.parse(await ask(`portfolio-insights/properties/performance?${days}`)).results;
  const whole = { days_read: 3, gallons_consumed: 3 * 24 * 5 };
  const fixtures = { days_read: 3, gallons_consumed: 3 * 24 * 2 };
  expect(await rows("start_date=2026-06-01&end_date=2026-06-03")).toMatchObject([fixtures]);
  expect(await rows("start_date=2026-06-04&end_date=2026-06-06")).toMatchObject([whole]);
  expect(await rows("start_date=2026-06-07&end_date=2026-06-09")).toMatchObject([fixtures]);
  const { average_consumption } = reportingCalls[INFORMATION].response.parse(
    await ask(`leak-report/properties/${property.id}/overview`),
  );
  // Two toilets with 24 minutes each on six days, the home with 216 on three.
  expect(average_consumption).toMatchObject([
    { flow_time: (6 * 48 + 3 * 216) / 9, total_gallons: (6 * 48 + 3 * 120) / 9 },
  ]);
});
