import { CountRow, queryRow } from "../../server/database/query-rows.ts";
import { DAY_MS, HOUR_MS } from "../../server/time/durations.ts";
import { openInstallation } from "./installation.ts";
import { makeLeakyPlaces } from "./leaky-places.ts";

const FIRST = Date.parse("2026-05-01T05:00:00Z");
const DAYS = 3;
const SILENT_DAYS = 4;
const STEP_HOURS = 12;
const METERS = 200;

/** What a person is sent whose gateway with so many meters goes silent for days. @returns also the alerts raised */
export async function deadGateway(postgresUrl: string): Promise<{ meters: number; sent: string[]; offline: number }> {
  const installation = await openInstallation(postgresUrl, "dead_gateway", FIRST);
  try {
    const { clock, connections, sent } = installation;
    const [place] = await makeLeakyPlaces(connections, { properties: 1, units: METERS, people: 1 });
    if (place === undefined) throw new Error("There is no property.");
    for (let hour = 0; hour < (DAYS + SILENT_DAYS) * 24; hour += STEP_HOURS) {
      clock.now = FIRST + (hour + STEP_HOURS) * HOUR_MS;
      if (clock.now <= FIRST + DAYS * DAY_MS) {
        for (let n = 0; n < STEP_HOURS; n++) {
          const at = new Date(FIRST + (hour + n) * HOUR_MS).toISOString();
          const readings = place.serials.map((serial) => ({
            serial,
            hour: at,
            gallons: (hour + n) % 24 === 9 ? 1.5 : 0,
          }));
          await installation.ingest(place.token, readings);
        }
      }
      await installation.refresh();
      await installation.notify();
    }
    const row = await queryRow(connections.worker, CountRow)`
      select count(*) as count from alerts where kind = 'device down'`;
    return { meters: METERS, sent: sent.map(({ text }) => text.split("\n")[0] ?? ""), offline: row?.count ?? 0 };
  } finally {
    await installation.close();
  }
}
