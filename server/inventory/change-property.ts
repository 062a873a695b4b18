import { z } from "zod";
import { type Actor, audit } from "../audit/audit.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { keepFirstDays } from "../imports/inventory/in-service-since.ts";
import { holdReadings } from "../ingest/hold-readings.ts";
import { hasReadings } from "../metering/inventory/has-readings.ts";
import { growInventory } from "../metering/inventory/inventory.ts";
import { rejectTakenName, sharedNames } from "../organizations/property-name.ts";
import { rejectUnexpected } from "../problem/as-expected.ts";
import { notThere, ProblemError, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { isTimeZone } from "../time/local-day.ts";
import { noTimeZone, type PropertyDetails } from "./make-property.ts";

const ChangedProperty = z.object({ organization_id: z.int().nullable() });

const columns = [
  "name",
  "street",
  "city",
  "state",
  "zip_code",
  "contact_phone",
  "contact_email",
  "time_zone",
] as const satisfies (keyof PropertyDetails)[];

type Some = { [K in keyof PropertyDetails]?: PropertyDetails[K] | undefined };
/** `expected`: what was known when the change was begun. */
type Params = Some & { expected?: Some | undefined };

/**
 * Changes what is known of a property of the scope; what is left out stays.
 * @throws ProblemError not_found; changed_meanwhile where it is not as expected; invalid_fields for a name that is taken,
 * and for another time zone where there are readings, which lie in the days of the one before
 */
export async function changeProperty(
  scope: Scope,
  tx: Transactional,
  actor: Actor,
  propertyId: number,
  params: Params,
): Promise<void> {
  if (!scope.propertyIds.includes(propertyId)) throw notThere("property");
  // Before the row is locked, as senders do: a reading must not come in between the look and the change.
  if (params.time_zone !== undefined) await holdReadings(tx, propertyId, "alone");
  const found = await tx
    .selectFrom("properties")
    .select([...columns, "organization_id"])
    .where("id", "=", propertyId)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw notThere("property");
  rejectUnexpected("property", params.expected, found);
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  for (const column of columns) {
    const value = params[column];
    if (value === undefined || value === found[column]) continue;
    before[column] = found[column];
    after[column] = value;
  }
  if (Object.keys(after).length === 0) return;
  if (after.name !== undefined) await rejectTakenName(tx, found.organization_id, after.name, propertyId);
  if (after.time_zone !== undefined) await rejectTimeZone(tx, propertyId, found.time_zone, after.time_zone);
  if (after.time_zone !== undefined) await keepFirstDays(tx, propertyId, after.time_zone);
  await tx.updateTable("properties").set(after).where("id", "=", propertyId).execute();
  if (after.time_zone !== undefined) await growInventory(tx, propertyId);
  await audit(tx, actor, {
    action: "property.change",
    propertyId,
    objectType: "property",
    objectId: propertyId,
    before,
    after,
  });
}

async function rejectTimeZone(tx: Transactional, propertyId: number, from: string, to: string): Promise<void> {
  if (!isTimeZone(to)) throw noTimeZone();
  if (!(await hasReadings(tx, propertyId))) return;
  throw wrongField(
    "time_zone",
    text`The property has readings by the days of ${from}, so its time_zone cannot become ${to}. Leave it as it is.`,
  );
}

/**
 * Archives a property of the scope or brings it back; nothing where it is so already.
 * @throws ProblemError not_found; conflict for one whose name another property took meanwhile
 */
export async function archiveProperty(
  scope: Scope,
  tx: Transactional,
  actor: Actor,
  propertyId: number,
  archived: boolean,
): Promise<void> {
  const archivedAt = archived ? new Date(actor.at) : null;
  if (!scope.propertyIds.includes(propertyId)) throw notThere("property");
  const property = await queryRow(tx, ChangedProperty)`
    update properties set archived_at = ${archivedAt},
      assigned_at = case when ${archived}::boolean then assigned_at else ${new Date(actor.at)}::timestamptz end
    where id = ${propertyId} and (archived_at is null) = ${archived} returning organization_id`;
  if (property === undefined) return;
  if (!archived && property.organization_id !== null) await rejectTwin(tx, property.organization_id, propertyId);
  await audit(tx, actor, {
    action: archived ? "property.archive" : "property.restore",
    propertyId,
    objectType: "property",
    objectId: propertyId,
  });
}

async function rejectTwin(tx: Transactional, organizationId: number, propertyId: number): Promise<void> {
  const [name] = await sharedNames(tx, organizationId, [propertyId]);
  if (name === undefined) return;
  throw new ProblemError("conflict", text`Another property is now called ${name}. Rename one of them first.`);
}
