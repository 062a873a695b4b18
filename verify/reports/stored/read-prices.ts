import { type Kysely, sql } from "kysely";
import type { Database } from "../../../server/database/types.ts";
import type { Stored } from "./stored.ts";

interface EntryRow {
  id: number;
  made_by: string;
  made_at: Date;
  price: number;
  first_day: string | null;
  last_day: string | null;
}

/** Prices as they were entered, one after the other; what is in force on a day follows from them. */
export async function readPrices(worker: Kysely<Database>, stored: Stored): Promise<void> {
  const ofUnits = await sql<EntryRow & { property_id: number; unit_ids: number[] }>`
    select property_id, to_jsonb(unit_ids) as unit_ids, price, first_day, last_day, id, made_by, made_at from unit_price_entries order by id`.execute(
    worker,
  );
  const byId = new Map(stored.properties.map((property) => [property.id, property]));
  for (const row of ofUnits.rows) {
    byId.get(row.property_id)?.prices.push({ ...toPriceEntry(row), unitIds: row.unit_ids });
  }
  const ofOrganizations = await sql<EntryRow & { organization_id: number }>`
    select organization_id, price, first_day, last_day, id, made_by, made_at from organization_price_entries order by id`.execute(
    worker,
  );
  for (const row of ofOrganizations.rows) stored.organizations.get(row.organization_id)?.prices.push(toPriceEntry(row));
}

function toPriceEntry({ price, first_day: first, last_day: last, id, made_by, made_at }: EntryRow) {
  // The database says without a beginning or an end also as -infinity and infinity.
  const day = (text: string | null) => (text === null || text.includes("infinity") ? null : text);
  return {
    price: Math.round(price * 1000),
    firstDay: day(first),
    lastDay: day(last),
    historyFields: { id, made_by, made_at: made_at.toISOString() },
  };
}
