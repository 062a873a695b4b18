import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { AlertRow } from "../contract/leaks/alerts.ts";
import type { LeakCase } from "../contract/leaks/cases.ts";
import type { LeakDetailOverview } from "../contract/reporting/leak-details.ts";
import type { LeakRow } from "../contract/reporting/reporting.ts";
import type { LeakUnitRow } from "../contract/reporting/top-leaks.ts";
import { test } from "./test.ts";

interface List<Row> {
  results: Row[];
  next: string | null;
}

async function get<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  return answer.json();
}

/** All pages of a list. */
async function all<Row>(page: Page, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = path; next !== null; ) {
    const list: List<Row> = await get<List<Row>>(page, next);
    rows.push(...list.results);
    next = list.next;
  }
  return rows;
}

const placeOf = ({
  property_id,
  unit_id,
  meter_serial_number,
}: Pick<LeakRow, "property_id" | "unit_id" | "meter_serial_number">) =>
  unit_id === null ? `${property_id} meter ${meter_serial_number}` : `${property_id} unit ${unit_id}`;

const dayOf = (instant: string, zone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(new Date(instant));

const rounded = (gallons: number) => Math.round(gallons * 1000) / 1000;

test("every call gives the same kind, start, total and activity of a leak in any period", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const byPlace = Map.groupBy(await all<LeakCase>(page, "/v1/cases?page_size=50"), placeOf);
  let compared = 0;
  const contradictions: string[] = [];
  const check = (what: string, found: unknown, one: LeakCase, wanted: unknown) => {
    compared += 1;
    if (found !== wanted) contradictions.push(`${what} of ${placeOf(one)}: ${found}, its case ${one.id}: ${wanted}`);
  };
  for (const days of [0, 1, 7, 30]) {
    const query = `days_ago=${days}&include_active_leak=true&page_size=50`;
    const leaks = await all<LeakRow>(page, `/v1/reporting/leak-report/leak-overview?${query}`);
    const units = await all<LeakUnitRow>(page, `/v1/reporting/top-leak-volume/units?${query}`);
    for (const row of leaks) {
      const cases = byPlace.get(placeOf(row)) ?? [];
      const [one] = cases;
      if (one === undefined || cases.length > 1) continue;
      check(`kind in ${days} days`, row.leak_type, one, one.leak_type);
      check(`start in ${days} days`, row.leak_start_date, one, dayOf(one.started_at, one.time_zone));
      check(`total in ${days} days`, rounded(row.total_gallons_leaked), one, rounded(one.total_gallons_leaked));
      check(`activity in ${days} days`, row.is_active, one, one.flow !== "stopped");
      check(`data in ${days} days`, row.is_unconfirmed, one, one.flow === "no_data");
      const unit = units.find((other) => placeOf(other) === placeOf(row));
      check(`kind of the unit in ${days} days`, unit?.leak_type, one, one.leak_type);
      check(
        `total of the unit in ${days} days`,
        rounded(unit?.total_gallons_leaked ?? 0),
        one,
        rounded(one.total_gallons_leaked),
      );
      const path = `/v1/reporting/leak-report/leak-details/meters/${row.meter_serial_number}/overview`;
      const detail = await get<LeakDetailOverview>(page, `${path}?days_ago=${days}&property_id=${row.property_id}`);
      // A meter that saw none of the leak in this period belongs to no case there.
      if (detail.leak_type !== null)
        check(`kind on the leak's page in ${days} days`, detail.leak_type, one, one.leak_type);
      if (detail.case_id !== null) check(`case on the leak's page in ${days} days`, detail.case_id, one, one.id);
    }
  }
  expect(contradictions).toEqual([]);
  expect(compared).toBeGreaterThan(500);
  process.stdout.write(`${compared} comparisons, ${contradictions.length} contradictions\n`);
});

test("an alert on a leak is open for each case that needs somebody, and for no other", async ({ visit }) => {
  const page = await visit({ as: "admin" });
  const states = ["open", "acknowledged", "assigned", "visited", "returned"].map((state) => `state=${state}`).join("&");
  // Alerts follow a refresh within seconds.
  await expect
    .poll(
      async () => {
        const cases = await all<LeakCase>(page, `/v1/cases?page_size=50&${states}`);
        const alerts = await all<AlertRow>(page, "/v1/alerts?page_size=50&state=open&kind=leak%20opened");
        const names = (rows: { property_id: number; meter_serial_number: string | null; from: string }[]) =>
          rows.map((row) => `${row.property_id} ${row.meter_serial_number} ${row.from}`).sort();
        const wanted = names(cases.map((one) => ({ ...one, from: one.started_at })));
        return names(alerts.map((one) => ({ ...one, from: one.began_at }))).join() === wanted.join()
          ? "alike"
          : "different";
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBe("alike");
});
