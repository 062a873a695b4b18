import { sql } from "kysely";
import { z } from "zod";
import { type GatewayRow, gatewayRow } from "../../../contract/inventory/gateways.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { devicesAsOf } from "../../devices/devices.ts";
import { made } from "../../imports/inventory/apply-places.ts";
import { endTokensOf } from "../../ingest/tokens/gateway-tokens.ts";
import { rejectUnexpected } from "../../problem/as-expected.ts";
import { notThere, ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { propertiesAsOf } from "../../query/as-of.ts";
import { byNames } from "../../query/by-names.ts";
import type { Clock } from "../../time/clock.ts";
import type { PlaceChange } from "./change-places.ts";

/** What a property is read with. */
export interface Looked {
  scope: Scope;
  tx: Transactional;
  propertyId: number;
  clock: Clock;
}

/** A gateway or a router. */
const StationRow = gatewayRow.omit({ routers: true }).extend({
  last_seen_at: z.date().nullable(),
  router_of: z.int().nullable(),
});

/** The gateways of a property with their routers, as they are now, by name and serial number. */
export async function gatewaysOf({ scope, tx, propertyId, clock }: Looked): Promise<GatewayRow[]> {
  const now = await propertiesAsOf(scope, tx, { property_id: [propertyId] }, clock);
  const found = await queryRows(tx, StationRow)`
    with ${devicesAsOf(now, { statuses: [] })}
    select d.device_id as id, d.serial_number, d.status, d.last_seen_at, d.meters::int as meters_count,
      r.gateway_id as router_of, coalesce(g.name, '') as name, coalesce(g.interval_minutes, 0) as interval_minutes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by b.name, b.id), '[]')
        from buildings b where b.property_id = d.property_id and b.id = any(d.building_ids)) as buildings,
      (select count(*) from gateway_tokens t
        where t.property_id = g.property_id and t.gateway_id = g.id and t.revoked_at is null) as tokens_count
    from devices d
    left join gateways g on d.device_type = 'gateway' and g.property_id = d.property_id and g.id = d.device_id
    left join routers r on d.device_type = 'router' and r.property_id = d.property_id and r.id = d.device_id
    where d.device_type in ('gateway', 'router')`;
  const rows = found.map((row) => ({ ...row, last_seen_at: row.last_seen_at?.toISOString() ?? null }));
  const routers = rows.filter((row) => row.router_of !== null).toSorted(byNames((row) => row.serial_number));
  return rows
    .filter((row) => row.router_of === null)
    .map((row) => ({ ...row, routers: routers.filter((router) => router.router_of === row.id) }))
    .toSorted(
      byNames(
        (row) => row.name,
        (row) => row.serial_number,
      ),
    );
}

/** The fields of a gateway that staff set. */
const GatewayFields = z.object({ serial_number: z.string(), name: z.string(), interval_minutes: z.int() });
type GatewayFields = z.output<typeof GatewayFields>;
const GatewayWithId = GatewayFields.extend({ id: z.int() });

type Some = { [K in keyof GatewayFields]?: GatewayFields[K] | undefined };

/** @throws ProblemError invalid_fields where another gateway of the property has the number */
export async function addGateway({ tx, propertyId, record }: PlaceChange, fields: GatewayFields): Promise<number> {
  await rejectTaken(tx, propertyId, fields.serial_number, null);
  const id = await made(
    tx,
    sql`insert into gateways (property_id, serial_number, name, interval_minutes)
      values (${propertyId}, ${fields.serial_number}, ${fields.name}, ${fields.interval_minutes}) returning id`,
  );
  await record({ action: "gateway.create", objectType: "gateway", objectId: id, after: fields });
  return id;
}

/**
 * What is left out stays.
 * @param serial of the gateway so far
 * @throws ProblemError not_found; changed_meanwhile; invalid_fields where another gateway of the property has the number
 */
export async function changeGateway(
  { tx, propertyId, record }: PlaceChange,
  serial: string,
  input: Some & { expected?: Some | undefined },
): Promise<number> {
  const { id, ...before } = await gatewayNamed(tx, propertyId, serial);
  rejectUnexpected("gateway", { ...input.expected }, before);
  const after: GatewayFields = {
    serial_number: input.serial_number ?? before.serial_number,
    name: input.name ?? before.name,
    interval_minutes: input.interval_minutes ?? before.interval_minutes,
  };
  if (JSON.stringify(after) === JSON.stringify(before)) return id;
  await rejectTaken(tx, propertyId, after.serial_number, id);
  await sql`update gateways set serial_number = ${after.serial_number}, name = ${after.name},
      interval_minutes = ${after.interval_minutes}
    where property_id = ${propertyId} and id = ${id}`.execute(tx);
  await record({ action: "gateway.change", objectType: "gateway", objectId: id, before, after });
  return id;
}

/** @throws ProblemError not_found; conflict as long as a meter or a router uses it */
export async function removeGateway({ tx, propertyId, record, now }: PlaceChange, serial: string): Promise<void> {
  const { id, ...before } = await gatewayNamed(tx, propertyId, serial);
  const hanging = await sql`
    select id from meters where property_id = ${propertyId} and gateway_id = ${id}
    union all select id from routers where property_id = ${propertyId} and gateway_id = ${id} limit 1`.execute(tx);
  if (hanging.rows.length > 0) {
    throw new ProblemError(
      "conflict",
      text`Meters or routers report through this gateway. Assign them to another gateway first.`,
    );
  }
  for (const tokenId of await endTokensOf(tx, propertyId, id, now)) {
    await record({
      action: "gateway-token.revoke",
      objectType: "gateway-token",
      objectId: tokenId,
      before: { gateway_serial_number: serial },
    });
  }
  await sql`delete from gateways where property_id = ${propertyId} and id = ${id}`.execute(tx);
  await record({ action: "gateway.remove", objectType: "gateway", objectId: id, before });
}

async function gatewayNamed(tx: Transactional, propertyId: number, serial: string) {
  const row = await queryRow(tx, GatewayWithId)`
    select id, serial_number, name, interval_minutes from gateways
    where property_id = ${propertyId} and serial_number = ${serial}`;
  if (row === undefined) throw notThere("gateway");
  return row;
}

async function rejectTaken(tx: Transactional, propertyId: number, serial: string, exceptId: number | null) {
  const taken = await sql`
    select id from gateways where property_id = ${propertyId} and serial_number = ${serial}
      and id is distinct from ${exceptId}::bigint`.execute(tx);
  if (taken.rows.length > 0) {
    throw wrongField("serial_number", text`Another gateway of the property has this serial number.`);
  }
}
