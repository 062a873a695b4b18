import { sql } from "kysely";
import { z } from "zod";
import { type AlertKind, alertKind } from "../../contract/leaks/alerts.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { addToOutbox, type OutboxEntry } from "../outbox/add-to-outbox.ts";
import { asOf } from "../query/as-of.ts";
import type { Clock } from "../time/clock.ts";
import { batteryAlerts, signalAlerts } from "./causes/device-health.ts";
import { downAlerts, dryAlerts } from "./causes/devices.ts";
import { leakAlerts } from "./causes/leaks.ts";
import { priceAlerts } from "./causes/price.ts";
import { quarantineAlerts } from "./causes/quarantine.ts";
import { vacancyAlerts } from "./causes/vacancy.ts";
import type { WantedAlert } from "./causes/wanted-alert.ts";
import { type Difference, difference, keyOf, OpenAlert } from "./difference.ts";

const PropertyRow = z.object({ time_zone: z.string(), version: z.int(), is_behind: z.boolean() });

const KnownAlert = z.object({ id: z.int(), kind: z.string(), cause: z.string() });
const RaisedAlert = z.object({
  id: z.int(),
  kind: alertKind,
  cause: z.string(),
  case_id: z.int().nullable(),
  device: z.string().nullable(),
  began_at: z.date(),
});

/**
 * Updates the alerts of a property in one transaction: opens one for each new cause, closes those whose cause has
 * ended. A recurring leak, deadline or price is the same one, so its alert is reopened. Idempotent, also when run by two
 * servers at once.
 * @param when whether it is skipped where another server has done it since its last refresh
 * @returns how many were opened and closed; none for a property that is archived or not there.
 */
export async function updateAlerts(
  connections: Connections,
  propertyId: number,
  clock: Clock,
  when: "always" | "behind" = "always",
): Promise<{ opened: number; closed: number }> {
  return connections.worker.transaction().execute(async (tx) => {
    await lock(tx, "alerts", propertyId);
    const place = await queryRow(tx, PropertyRow)`
      select time_zone, figures_version as version, ${isBehind} as is_behind
      from properties where id = ${propertyId} and archived_at is null`;
    if (place === undefined || (when === "behind" && !place.is_behind)) return { opened: 0, closed: 0 };
    const { time_zone: timeZone, version } = place;
    const now = clock();
    const property = asOf(propertyId, timeZone, now);
    const leaks = await leakAlerts(tx, property);
    const wanted = [
      ...leaks.wanted,
      ...(await downAlerts(tx, property)),
      ...(await batteryAlerts(tx, property)),
      ...(await signalAlerts(tx, property)),
      ...(await dryAlerts(tx, property)),
      ...(await vacancyAlerts(tx, property)),
      ...(await quarantineAlerts(tx, property)),
      ...(await priceAlerts(tx, property)),
    ];
    const open = await queryRows(tx, OpenAlert)`
      select id, kind, cause, meter_id, details from alerts
      where property_id = ${propertyId} and closed_at is null and kind = any(${alertKind.options}::text[]) order by id`;
    const changes = difference(open, wanted, leaks.known);
    const reopened = await reopen(tx, propertyId, changes.opened);
    await write(tx, propertyId, withReopened(changes, reopened), new Date(now).toISOString());
    // The version as it was before anything was read: what is refreshed meanwhile is processed again.
    await sql`
      update properties set alerted_version = ${version} where id = ${propertyId} and alerted_version < ${version}`.execute(
      tx,
    );
    return { opened: changes.opened.length, closed: changes.closed.length };
  });
}

const isBehind = sql`alerted_version < figures_version`;

/** The properties that were refreshed since their alerts were brought up to date, by any server. */
export async function propertiesBehind({ worker }: Connections): Promise<number[]> {
  const rows = await queryRows(worker, IdRow)`
    select id from properties where archived_at is null and ${isBehind} order by id`;
  return rows.map(({ id }) => id);
}

/** Kinds whose cause is the same each time, as of a leak, a deadline or a price: people are notified of it once. */
const recurringKinds: AlertKind[] = ["leak opened", "leak grew", "leak ended", "case overdue", "price ended"];

/** Opens the closed alerts of recurring kinds that are wanted again. @returns their ids by kind and cause */
async function reopen(tx: Transactional, propertyId: number, opened: WantedAlert[]): Promise<Map<string, number>> {
  const recurring = opened.filter(({ kind }) => recurringKinds.includes(kind));
  if (recurring.length === 0) return new Map();
  const rows = await queryRows(tx, KnownAlert)`
    update alerts set closed_at = null
    where property_id = ${propertyId} and id in (
      select max(before.id) from alerts before
      join unnest(${recurring.map(({ kind }) => kind)}::text[], ${recurring.map(({ cause }) => cause)}::text[]) as v (kind, cause)
        on before.kind = v.kind and before.cause = v.cause
      where before.property_id = ${propertyId} group by before.kind, before.cause)
    returning id, kind, cause`;
  return new Map(rows.map((row) => [keyOf(row), row.id]));
}

function withReopened({ opened, closed, changed }: Difference, reopened: Map<string, number>): Difference {
  const idOf = (alert: WantedAlert) => reopened.get(keyOf(alert));
  const again = opened.flatMap((alert) => {
    const id = idOf(alert);
    return id === undefined ? [] : [{ id, alert }];
  });
  return { opened: opened.filter((alert) => idOf(alert) === undefined), closed, changed: [...changed, ...again] };
}

/** Alerts on the last days of something, which begin later every day: they stay dated as they were raised. */
const rollingKinds: AlertKind[] = ["low battery", "signal fell", "vacant but used"];

async function write(tx: Transactional, propertyId: number, { opened, closed, changed }: Difference, now: string) {
  if (closed.length > 0) {
    await sql`
      update alerts set closed_at = ${now}::timestamptz
      where property_id = ${propertyId} and id = any(${closed}::bigint[])`.execute(tx);
  }
  if (changed.length > 0) {
    const alerts = changed.map(({ alert }) => alert);
    await sql`
      update alerts set cause = v.cause, details = v.details::jsonb,
        began_at = case when alerts.kind = any(${rollingKinds}::text[]) then alerts.began_at else v.began_at end
      from unnest(${changed.map(({ id }) => id)}::bigint[], ${alerts.map(({ cause }) => cause)}::text[],
        ${detailsOf(alerts)}::text[], ${beginningsOf(alerts)}::timestamptz[]) as v (id, cause, details, began_at)
      where alerts.property_id = ${propertyId} and alerts.id = v.id`.execute(tx);
  }
  if (opened.length === 0) return;
  const raised = await queryRows(tx, RaisedAlert)`
    insert into alerts (property_id, kind, cause, meter_id, unit_id, device, device_id, details, began_at, opened_at)
    select ${propertyId}::bigint, v.kind, v.cause, v.meter_id, v.unit_id, v.device, v.device_id, v.details::jsonb,
      v.began_at, ${now}::timestamptz
    from unnest(${opened.map(({ kind }) => kind)}::text[], ${opened.map(({ cause }) => cause)}::text[],
      ${opened.map(({ meterId }) => meterId)}::bigint[], ${opened.map(({ unitId }) => unitId)}::bigint[],
      ${opened.map(({ device }) => device)}::text[], ${opened.map(({ deviceId }) => deviceId)}::bigint[],
      ${detailsOf(opened)}::text[], ${beginningsOf(opened)}::timestamptz[]
    ) as v (kind, cause, meter_id, unit_id, device, device_id, details, began_at)
    returning id, kind, cause, case_id, device, began_at`;
  await addToOutbox(tx, propertyId, raised.flatMap(outboxEntry), new Date(now));
}

/** What people may be notified of when an alert is raised. A leak is one however often its alert is raised. */
function outboxEntry({ id, kind, cause, case_id, device, began_at }: z.output<typeof RaisedAlert>): OutboxEntry[] {
  const shared = { caseId: case_id, alertId: id };
  const thisTime = `${cause} ${began_at.toISOString()}`;
  switch (kind) {
    case "leak opened":
      return [{ kind: "case opened", cause, ...shared }];
    case "leak grew":
      return [{ kind: "case doubled", cause, ...shared }];
    case "case overdue":
      return [{ kind: "case overdue", cause, ...shared }];
    case "device down":
      return [{ kind: device === "meter" ? "data gap" : "device outage", cause: thisTime, ...shared }];
    case "quarantine":
      return [{ kind: "quarantine", cause: thisTime, ...shared }];
    case "price ended":
      return [{ kind: "price ended", cause, ...shared }];
    default:
      return [];
  }
}

const detailsOf = (alerts: WantedAlert[]) => alerts.map(({ details }) => JSON.stringify(details));
const beginningsOf = (alerts: WantedAlert[]) => alerts.map(({ beganAt }) => beganAt.toISOString());
