import { sql } from "kysely";
import { makePlaces } from "../../bench/ingest/make-places.ts";
import { within } from "../../bench/reports/data/databases.ts";
import { reportRequests } from "../../bench/reports/server/report-requests.ts";
import { type Running, whileRunning } from "../../bench/reports/server/running.ts";
import { percentile } from "../../bench/run/percentile.ts";
import type { Connections } from "../../server/database/connect.ts";
import { flood, METERS } from "../ingest/flood.ts";
import { atLeast, atMost, type Check, caught, exactly, none } from "../run/check.ts";
import { sabotaged } from "../sabotage/sabotages.ts";
import { askSteadily, rejections } from "./steady-requests.ts";
import { withPortfolio } from "./with-portfolio.ts";

const SIZE = { properties: 50, organizations: 2, perProperty: 200, days: 42 };
const PER_SECOND = 20;
const SECONDS = 45;
const CONTROL_SECONDS = 6;
/** Batches of a thousand readings a second that come in meanwhile. */
const BATCHES = 4;
const MOST_MS = 400;

export const steadyLoad: Check = {
  id: "L1",
  proves:
    "Twenty reports a second over ten million readings, asked at a fixed rate while others come in, are answered without an error, 95 of 100 within 400 ms.",
  runsIn: "full",
  run: (say) =>
    withPortfolio(SIZE, async (url, folder) => {
      const places = await within(url, async (connections) => {
        await countOn(connections);
        return makePlaces(connections, 4, METERS);
      });
      const load = async (running: Running, seconds: number) => {
        const urls = reportRequests(running.places).regular.map((request) => request.url);
        const ingest = flood(running.url, places, BATCHES, seconds).all;
        const params = await askSteadily(running.client, urls, PER_SECOND, seconds);
        const sent = await ingest;
        const stored = sent.acknowledged.flat().length * METERS;
        const p95 = Math.round(percentile(params.times, 0.95));
        say(`p50 ${percentile(params.times, 0.5).toFixed(0)} ms, p95 ${p95} ms; ${stored} readings stored meanwhile`);
        return { requests: params, p95, stored };
      };
      const ours = await whileRunning(url, `${folder}/server`, (running) => load(running, SECONDS));
      say("control: a server that answers one report after the other, in a tenth of a second and more each");
      const slow = await whileRunning(
        url,
        `${folder}/control`,
        (running) => load(running, CONTROL_SECONDS),
        sabotaged("one-at-a-time"),
      );
      const { properties, perProperty, days } = SIZE;
      return [
        atLeast("readings that are asked about", properties * perProperty * days * 24, 10_000_000),
        exactly("reports answered", ours.requests.times.length, PER_SECOND * SECONDS),
        none("of them with an error", rejections(ours.requests)),
        atLeast("readings stored meanwhile", ours.stored, BATCHES * METERS * SECONDS * 0.9),
        atMost("p95 of the reports", ours.p95, MOST_MS, "ms"),
        caught("control, one at a time: p95", slow.p95, MOST_MS, "ms"),
      ];
    }),
};

/** Lets new rows have ids behind those that the portfolio was made with. */
async function countOn({ owner }: Connections): Promise<void> {
  const columns = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`.execute(owner);
  for (const { table, column } of columns.rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}))`.execute(owner);
  }
}
