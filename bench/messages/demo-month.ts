import { z } from "zod";
import { CountRow, queryRow, queryRows } from "../../server/database/query-rows.ts";
import { loadDemo } from "../../server/demo/load-demo.ts";
import type { DemoProperty } from "../../server/demo/places.ts";
import { MOST_ROWS } from "../../server/ingest/batch/parse-readings.ts";
import { createGatewayToken } from "../../server/ingest/tokens/gateway-token.ts";
import { DAY_MS, HOUR_MS } from "../../server/time/durations.ts";
import { arrivalsBetween } from "../../simulator/received.ts";
import { type Installation, openInstallation } from "./installation.ts";

/** A Monday at 05:00 UTC, so that the weeks that are counted are whole. */
const LOADED_AT = Date.parse("2026-09-07T05:00:00Z");
const WEEK_MS = 7 * DAY_MS;
const WEEKS = 4;
const STEP_HOURS = 6;
/** How often messages are made and delivered. */
const NOTIFY_MS = HOUR_MS / 2;

const ManagerRow = z.object({ email: z.string(), organization: z.string(), perWeek: z.array(z.int()) });
const KindsRow = z.object({ lists: z.int(), at_once: z.int() });

/** What the demo's managers are sent in a month at the defaults. */
export interface DemoMonth {
  units: number;
  /** Messages to a manager of an organization's properties, one number for each week. */
  managers: { email: string; organization: string; perWeek: number[] }[];
  lists: number;
  atOnce: number;
}

/** Loads the demo, then sends what its gateways send in four weeks, six hours at a time. */
export async function demoMonth(postgresUrl: string, say: (line: string) => void): Promise<DemoMonth> {
  const installation = await openInstallation(postgresUrl, "demo_month", LOADED_AT);
  try {
    const { clock, connections, sent } = installation;
    const properties = await loadDemo(
      connections,
      () => clock.now,
      () => {},
    );
    say("the demo is loaded");
    const tokens = await tokensOf(installation, properties);
    for (let week = 0; week < WEEKS; week++) {
      for (let step = 0; step < WEEK_MS / (STEP_HOURS * HOUR_MS); step++)
        await passHours(installation, properties, tokens);
      say(`week ${week + 1} of ${WEEKS}: ${sent.length} messages`);
    }
    const units = await queryRow(connections.owner, CountRow)`select count(*) as count from units`;
    const managers = await queryRows(connections.owner, ManagerRow)`
      select users.email, organizations.name as organization, array(
          select count(messages.id) from generate_series(0, ${WEEKS - 1}::int) week
            left join messages on messages.user_id = users.id and messages.organization_id = organizations.id
              and floor(extract(epoch from messages.sent_at - ${new Date(LOADED_AT)}::timestamptz) / ${WEEK_MS / 1000}::int) = week
          group by week order by week)::int[] as "perWeek"
      from users join memberships on memberships.user_id = users.id
        join organizations on organizations.id = memberships.organization_id
      where staff_role is null and 'reporting.view_property_data_report' = any(memberships.permissions)
      order by users.email, organizations.name`;
    const kinds = await queryRow(connections.owner, KindsRow)`
      select count(*) filter (where is_list) as lists, count(*) filter (where not is_list) as at_once
      from messages where sent_at is not null`;
    return { units: units?.count ?? 0, managers, lists: kinds?.lists ?? 0, atOnce: kinds?.at_once ?? 0 };
  } finally {
    await installation.close();
  }
}

async function tokensOf({ connections }: Installation, properties: readonly DemoProperty[]) {
  const tokens = new Map<string, string>();
  for (const { propertyId, gatewayIds } of properties) {
    for (const [serial, gatewayId] of gatewayIds) {
      const { token } = await createGatewayToken(connections.worker, propertyId, gatewayId);
      tokens.set(`${propertyId} ${serial}`, token);
    }
  }
  return tokens;
}

/** Lets the gateways send what they do in the next hours, and people be notified meanwhile. */
async function passHours(
  installation: Installation,
  properties: readonly DemoProperty[],
  tokens: ReadonlyMap<string, string>,
): Promise<void> {
  const { clock } = installation;
  const after = clock.now;
  const until = after + STEP_HOURS * HOUR_MS;
  clock.now = until;
  for (const { propertyId, simulated } of properties) {
    const byGateway = Map.groupBy(arrivalsBetween(simulated, after, until), ({ gatewaySerial }) => gatewaySerial);
    for (const [gateway, arrivals] of byGateway) {
      const readings = arrivals.map(({ serialNumber, at, hours, gallons, flowTime, events, sequence }) => ({
        serial: serialNumber,
        hour: new Date(at + (hours - 1) * HOUR_MS).toISOString(),
        gallons: gallons / 1000,
        flow_time: flowTime,
        events,
        hours,
        sequence,
      }));
      const token = tokens.get(`${propertyId} ${gateway}`) ?? "";
      for (let from = 0; from < readings.length; from += MOST_ROWS) {
        await installation.ingest(token, readings.slice(from, from + MOST_ROWS));
      }
    }
  }
  await installation.refresh();
  // What came in is known at the beginning of these hours' own end; lists that are due until then go out at their time.
  for (clock.now = until; clock.now < until + STEP_HOURS * HOUR_MS; clock.now += NOTIFY_MS) await installation.notify();
  clock.now = until;
}
