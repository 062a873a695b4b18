import { sql } from "kysely";
import { showProgress } from "../../server/cli/output/progress.ts";
import type { Connections } from "../../server/database/connect.ts";
import { createGatewayToken } from "../../server/ingest/tokens/gateway-token.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { dayText, localDayAt } from "../../server/time/local-day.ts";
import { waitForRefresh } from "../ingest/queue-watch.ts";
import { copyStates } from "../rebuild/copy-worked.ts";
import type { Figure } from "../record/figure.ts";
import { NOW } from "../reports/data/now.ts";
import { ZONE } from "../reports/data/sites.ts";
import type { Running } from "../reports/server/running.ts";

/** Gateways that send at the same time. */
const AT_ONCE = 4;
const MIB = 2 ** 20;

interface Property {
  propertyId: number;
  /** By the serial number that the meter has in the property that this one is a copy of. */
  meterIds: Map<string, number>;
  /** What its serial numbers end with. */
  ending: string;
}

/** Sends the next hour of every meter, with the volumes of the hour before. The meters get their states first. */
export async function hourOfEverybody(connections: Connections, { url, program }: Running): Promise<Figure[]> {
  const properties = await propertiesOf(connections);
  const originals = properties.filter(({ ending }) => ending === "");
  if (await wasSent(connections)) {
    process.stdout.write("The hour was sent in an earlier run, so it is left out.\n");
    return [];
  }
  const originalOf = ({ propertyId }: Property) => originals[(propertyId - 1) % originals.length] ?? never();
  const preparing = showProgress("states and tokens");
  const tokens: { property: Property; token: string }[] = [];
  for (const [done, property] of properties.entries()) {
    const original = originalOf(property);
    await connections.worker.transaction().execute(async (tx) => {
      if (original !== property) await copyStates(tx, original, property);
      const gateway = await sql<{ id: number }>`
        select min(id) as id from gateways where property_id = ${property.propertyId}`.execute(tx);
      tokens.push({ property, ...(await createGatewayToken(tx, property.propertyId, gateway.rows[0]?.id ?? 0)) });
    });
    preparing.update(done + 1, properties.length, "");
  }
  preparing.end();
  await sql`vacuum analyze meter_states, meter_histories, gateway_tokens`.execute(connections.owner);
  await sql`checkpoint`.execute(connections.owner);
  const hours = new Map<Property, Awaited<ReturnType<typeof hourOf>>>();
  for (const original of originals) hours.set(original, await hourOf(connections, original));
  const sending = showProgress("an hour of everybody");
  const waiting = tokens.values();
  const times: number[] = [];
  let readings = 0;
  const began = performance.now();
  const send = async () => {
    for (const { property, token } of waiting) {
      const rows = (hours.get(originalOf(property)) ?? []).map((row) => ({
        ...row,
        serial: row.serial + property.ending,
      }));
      readings += rows.length;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sentAt = performance.now();
      const answer = await fetch(`${url}/v1/ingest/readings`, { method: "POST", headers, body: JSON.stringify(rows) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`Ingest answered ${answer.status}: ${text.slice(0, 500)}`);
      times.push(performance.now() - sentAt);
      sending.update(times.length, tokens.length, "");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  const answered = (performance.now() - began) / 1000;
  sending.end();
  await waitForRefresh(connections);
  const current = (performance.now() - began) / 1000;
  return [
    { name: "meters of which an hour comes", value: readings, unit: "" },
    { name: "their hour, all answered", value: answered, unit: "s", goal: { must: "be at most", value: 60 } },
    { name: "their hour, all current", value: current, unit: "s", goal: { must: "be at most", value: 150 } },
    {
      name: "the server's memory at most",
      value: (program.peakMemory() ?? 0) / MIB,
      unit: "MiB",
      goal: { must: "be at most", value: 512 },
    },
  ];
}

async function propertiesOf({ worker }: Connections): Promise<Property[]> {
  const found = await sql<{ property_id: number; id: number; serial: string; ending: string }>`
    select property_id, id, regexp_replace(serial_number, '-\\d+$', '') as serial,
      case when property_id > (select count(*) from properties where name ~ '^Site \\d+$')
        then substring(serial_number from '-\\d+$') else '' end as ending
    from meters order by property_id, id`.execute(worker);
  const properties = new Map<number, Property>();
  for (const { property_id, id, serial, ending } of found.rows) {
    const property = properties.get(property_id) ?? {
      propertyId: property_id,
      meterIds: new Map<string, number>(),
      ending,
    };
    properties.set(property_id, property);
    property.meterIds.set(serial, id);
  }
  return [...properties.values()];
}

/** The hour that begins now, with the number of the hour before in its day, from 1 on. */
function newHour() {
  const hour = Math.floor(NOW / HOUR_MS) * HOUR_MS;
  const day = localDayAt(ZONE, hour);
  return { hour, day: dayText(day.day), slot: (hour - day.startsAt) / HOUR_MS };
}

/** @throws Error where an earlier run sent a part of it only */
async function wasSent({ worker }: Connections): Promise<boolean> {
  const { day, slot } = newHour();
  const found = await sql<{ first: boolean; last: boolean }>`
    select bool_or(property_id = 1) as first, bool_or(property_id <> 1) as last
    from meter_days
    where property_id in (1, (select max(id) from properties)) and day = ${day}::date
      and gallons[${slot + 1}::int] is not null`.execute(worker);
  const { first, last } = found.rows[0] ?? { first: null, last: null };
  if (first === true && last !== true)
    throw new Error("An earlier run sent a part of the hour: choose another folder.");
  return first === true;
}

/** The new hour as a gateway sends it: with what each meter had in the hour before. */
async function hourOf({ worker }: Connections, { propertyId }: Property) {
  const { hour, day, slot } = newHour();
  const found = await sql<{ serial: string; gallons: number; flow_time: number | null; events: number | null }>`
    select serial_number as serial, gallons[${slot}::int] / 1000.0::float8 as gallons, flow_time[${slot}::int] as flow_time,
      events[${slot}::int] as events
    from meter_days join meters on meters.property_id = meter_days.property_id and meters.id = meter_id
    where meter_days.property_id = ${propertyId} and day = ${day}::date
      and gallons[${slot}::int] is not null and register_unit is null`.execute(worker);
  return found.rows.map((row) => ({ ...row, hour: new Date(hour).toISOString() }));
}

function never(): never {
  throw new Error("Every property is a copy of an earlier one, or one of these.");
}
