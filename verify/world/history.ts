import { sql } from "kysely";
import { z } from "zod";
import { updateAlerts } from "../../server/alerts/update-alerts.ts";
import { recordLastSeen } from "../../server/ingest/last-seen.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import { NOW, type Request, type Site } from "./site.ts";
import { type Canary, idOf, numberFrom, type TenantProperty } from "./tenant.ts";

export const HOUR_MS = 3_600_000;
/** Local midnight in Chicago of the first day that is read, and how many days are. */
const FIRST = Date.parse("2026-06-01T05:00:00Z");
export const DAYS = 9;
/** The days that reports are requested for. */
export const PERIOD = { start_date: "2026-06-01", end_date: "2026-06-09" };

/** What a property has beyond its inventory. */
export interface History {
  repairId: number;
  importId: number;
  leakRepairId: number;
  leakCaseId: number;
  /** The same repair as an event of its case. */
  caseEventId: number;
  alertId: number;
  photoId: number;
  /** A message about the case that was given up. */
  messageId: string;
  quarantinedId: number;
  rejectedId: number;
}

const row = z.looseObject({ id: z.number() });

/** The reading of an hour of the whole-unit meter that every property has. */
export function homeReading({ meter }: { meter: string | number }, { volume }: Pick<Canary, "volume">) {
  return { serial: meter, hour: new Date(FIRST + 30 * HOUR_MS).toISOString(), gallons: (7 * volume) / 1000 };
}

/** Lets nine days pass at a property: readings, leaks, a repair, a rejected row, quarantine, occupancy, heartbeats. */
export async function liveThrough(site: Site, place: TenantProperty, canary: Canary, admin: string): Promise<History> {
  const { connections } = site;
  const { marker, volume, firstId } = canary;
  await numberFrom(connections, firstId + 500);
  const ask = async (method: Request["method"], url: string, body: object, isGateway = false) => {
    const headers: Record<string, string> = isGateway ? { authorization: `Bearer ${place.token}` } : { cookie: admin };
    const answer = await site.ask({ method, url, headers, body });
    if (answer.status >= 300) throw new Error(`${method} ${url} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const property = `/v1/properties/${place.propertyId}`;
  const hours = Array.from({ length: DAYS * 24 }, (_, i) => new Date(FIRST + i * HOUR_MS).toISOString());
  const readings = hours.flatMap((hour) => [
    { serial: place.meter, hour, gallons: (7 * volume) / 1000, flow_time: 60, events: 1 },
    { serial: `${marker}-toilet`, hour, gallons: (3 * volume) / 1000, flow_time: 60, events: 1 },
    { serial: `${marker}-master`, hour, gallons: (9 * volume) / 1000, flow_time: 60, events: 1 },
  ]);
  readings.push({ serial: `${marker}-lost`, hour: hours[0] ?? "", gallons: 1, flow_time: 0, events: 0 });
  const tooMuch = new Date(FIRST + DAYS * 24 * HOUR_MS).toISOString();
  readings.push({ serial: place.meter, hour: tooMuch, gallons: 40 * volume, flow_time: 60, events: 1 });
  await ask("POST", "/v1/ingest/readings", readings, true);
  await ask("PUT", `${property}/gateways/${place.gateway}/uplink-mapping`, {
    uplink_mapping: { gallons: { field: "gallons" }, minutes: 60 },
  });
  await ask(
    "POST",
    "/v1/ingest/heartbeats",
    { routers: [{ serial: `${marker}-router`, battery: 50 }], meters: [{ serial: place.meter, signal: -80 }] },
    true,
  );
  const clock = () => NOW;
  await refreshAll(connections, clock);
  await ask("PUT", `${property}/occupancy`, { rows: [{ unit: `${marker} 1`, status: "vacant" }], as_of: "2026-06-02" });
  const repair = await ask("POST", `${property}/repairs`, {
    kind: "correct",
    reason: `${marker} says so`,
    meter_serial_number: place.meter,
    hours: [{ hour: hours[20], gallons: (8 * volume) / 1000 }],
  });
  const repaired = await ask("POST", "/v1/leaks/repaired", {
    property_id: place.propertyId,
    meter: place.meter,
    repaired_at: hours[200],
    note: `${marker} fixed it`,
  });
  await refreshAll(connections, clock);
  const low = { device: "meter", deviceId: place.meterId, at: NOW - 24 * HOUR_MS, battery: 10, signal: null } as const;
  await connections.worker.transaction().execute((tx) => recordLastSeen(tx, place.propertyId, [low], NOW));
  await updateAlerts(connections, place.propertyId, clock);
  const first = async (table: string) =>
    (
      await sql<{ id: number }>`select id from ${sql.table(table)} where property_id = ${place.propertyId}
        order by id limit 1`.execute(connections.worker)
    ).rows[0]?.id ?? 0;
  return {
    repairId: row.parse(repair).id,
    leakRepairId: row.parse(repaired).id,
    leakCaseId: await idOf(
      connections,
      sql`select leak_cases.id from leak_case_events join leak_cases using (property_id, place, cause)
        where property_id = ${place.propertyId} order by leak_cases.started_at limit 1`,
    ),
    caseEventId: await first("leak_case_events"),
    alertId: await idOf(
      connections,
      sql`select id from alerts where property_id = ${place.propertyId} and kind = 'low battery' and closed_at is null`,
    ),
    photoId: await idOf(
      connections,
      sql`insert into leak_case_photos (property_id, event_id, content, preview, width, height, made_by, made_at)
        select property_id, id, ${Buffer.from(`${marker} photo`)}, ${Buffer.from(`${marker} preview`)}, 4, 3, made_by, made_at
        from leak_case_events where property_id = ${place.propertyId} order by id limit 1 returning id`,
    ),
    messageId: await addMessage(connections, place.propertyId, marker),
    importId: await addImport(site, place.propertyId, marker, "done"),
    quarantinedId: await first("quarantined_readings"),
    rejectedId: await first("rejected_readings"),
  };
}

/** An import on record whose file is with no server that runs. */
export function addImport({ connections }: Site, propertyId: number, marker: string, state: string): Promise<number> {
  return idOf(
    connections,
    sql`insert into imports (property_id, name, state, options, bytes, kept_in, made_by, made_at, error)
      values (${propertyId}, ${`${marker}.csv`}, ${state}, '{"dry_run": false}', 100, 'elsewhere', ${`desk@${marker}.example`},
        ${new Date(NOW)}, ${state === "done" ? `${marker} ended` : null}) returning id`,
  );
}

/** A message about the newest entry of a property's outbox, given up, with every text that it can have. */
async function addMessage(connections: Site["connections"], propertyId: number, marker: string): Promise<string> {
  const made = await sql<{ id: string }>`
    with entry as (
      select property_id, id, case_id from outbox where property_id = ${propertyId} order by id desc limit 1
    ), made as (
      insert into messages (organization_id, channel, thread, is_list, created_at, due_at, attempts, failed_at, reason,
        address, subject, text, html)
      select organization_id, 'mail', ${`${marker} thread`}, false, ${new Date(NOW)}, ${new Date(NOW)}, 1, ${new Date(NOW)},
        ${`${marker} reason`}, ${`post@${marker}.example`}, ${`${marker} subject`}, ${`${marker} text`}, ${`<p>${marker}</p>`}
      from properties where id = ${propertyId}
      returning id
    ), about as (
      insert into message_contents (message_id, property_id, outbox_id, case_id)
      select made.id, entry.property_id, entry.id, entry.case_id from made, entry
    )
    select id from made`.execute(connections.worker);
  return made.rows[0]?.id ?? "";
}
