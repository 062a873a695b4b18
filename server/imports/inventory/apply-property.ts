import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow } from "../../database/query-rows.ts";
import { holdReadings } from "../../ingest/hold-readings.ts";
import { hasReadings } from "../../metering/inventory/has-readings.ts";
import { rejectTakenName } from "../../organizations/property-name.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { organizationFor } from "../organization.ts";
import { findPropertyNamed } from "../property.ts";
import { UsageError } from "../usage-error.ts";
import { changeOf } from "./difference.ts";
import { keepFirstDays } from "./in-service-since.ts";
import type { InventoryRow } from "./inventory-row.ts";
import type { InventoryRun } from "./inventory-run.ts";

const Address = z.object({
  time_zone: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
});

/** Creates or updates the property of these rows. @returns its id; null when the rows were rejected. */
export async function applyProperty(
  tx: Transactional,
  rows: InventoryRow[],
  run: InventoryRun,
): Promise<number | null> {
  const [first] = rows;
  if (first === undefined) return null;
  const name = first.property;
  const firstValue = <K extends keyof InventoryRow>(column: K) =>
    rows.find((row) => row[column] !== null)?.[column] ?? null;
  const zoned = rows.find((row) => row.timeZone !== null) ?? first;
  const wanted = {
    time_zone: zoned.timeZone,
    street: firstValue("street"),
    city: firstValue("city"),
    state: firstValue("state"),
    zip_code: firstValue("zip"),
  };
  let known: { id: number } | null;
  try {
    known = run.propertyId === null ? await findPropertyNamed(tx, name, run.organization) : { id: run.propertyId };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    run.reject(first, "property", "ambiguous_property", error.text);
    return null;
  }
  if (known === null) {
    if (wanted.time_zone === null) {
      run.reject(
        first,
        "time_zone",
        "missing_value",
        text`the property "${name}" is new. Say its time_zone, as America/Chicago.`,
      );
      return null;
    }
    const organization = await organizationFor(tx, run.organization);
    try {
      await rejectTakenName(tx, organization.id, name, null);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      run.reject(
        first,
        "property",
        "name_taken",
        text`another property is called "${name}" but for capital letters. Write the name as it is there.`,
      );
      return null;
    }
    if (organization.isNew) run.differences.added("organization", organization.name);
    const made = await queryRow(tx, IdRow)`
      insert into properties (organization_id, name, time_zone, street, city, state, zip_code)
      values (${organization.id}, ${name}, ${wanted.time_zone}, ${wanted.street ?? ""}, ${wanted.city ?? ""},
        ${wanted.state ?? ""}, ${wanted.zip_code ?? ""})
      returning id`;
    run.differences.added("property", name);
    return made?.id ?? null;
  }
  await run.check?.(tx, known.id);
  // No readings may arrive between reading the known values and changing them. Before the row is locked, as senders do.
  await holdReadings(tx, known.id, "alone");
  const current = await queryRow(tx, Address)`
    select time_zone, street, city, state, zip_code from properties where id = ${known.id} for update`;
  if (current === undefined) return null;
  if (wanted.time_zone !== null && wanted.time_zone !== current.time_zone && (await hasReadings(tx, known.id))) {
    run.reject(
      zoned,
      "time_zone",
      "time_zone",
      text`the property "${name}" has readings by the days of ${current.time_zone}, so its time_zone cannot become ${wanted.time_zone}. Leave the cell empty.`,
    );
    return null;
  }
  const details = [
    changeOf("time_zone", current.time_zone, wanted.time_zone),
    changeOf("street", current.street, wanted.street),
    changeOf("city", current.city, wanted.city),
    changeOf("state", current.state, wanted.state),
    changeOf("zip", current.zip_code, wanted.zip_code),
  ].filter((detail) => detail !== null);
  run.differences.compared("property", name, details);
  if (details.length > 0) {
    if (wanted.time_zone !== null) await keepFirstDays(tx, known.id, wanted.time_zone);
    await sql`
      update properties set time_zone = coalesce(${wanted.time_zone}, time_zone), street = coalesce(${wanted.street}, street),
        city = coalesce(${wanted.city}, city), state = coalesce(${wanted.state}, state),
        zip_code = coalesce(${wanted.zip_code}, zip_code)
      where id = ${known.id}`.execute(tx);
  }
  return known.id;
}
