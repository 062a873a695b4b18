import { sql } from "kysely";
import type { CostEntry } from "../../contract/costs/cost-entry.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { growFigures } from "../metering/roll-up/grow-figures.ts";
import { addUpPricedDays } from "./add-up-priced-days.ts";
import { holdProperties } from "./hold-properties.ts";
import { putPrices } from "./put-prices.ts";
import { rejectDroppedDays } from "./reject-dropped-days.ts";
import { propertiesOfUnits } from "./units-in-scope.ts";

/** An entry as far as it is about one property. */
interface EntryHere {
  propertyId: number;
  unitIds: number[];
  entry: CostEntry;
}

/**
 * Sets what a gallon costs at units, all of it or none. On the days that the entries cover they replace earlier prices;
 * the history keeps these. Days that already have costs are recalculated in the same transaction.
 * @param entries no two of them for the same unit and day
 * @throws ProblemError not_found when any unit is not in the scope; invalid_fields for days that were dropped; unavailable
 * when a property stays locked for too long
 */
export async function setUnitPrices(
  scope: Scope,
  tx: Transactional,
  actor: Actor,
  entries: readonly CostEntry[],
): Promise<{ property_ids: number[]; units_count: number }> {
  const propertyOf = await propertiesOfUnits(
    scope,
    tx,
    entries.flatMap(({ unit_ids }) => unit_ids),
  );
  const propertyIds = [...new Set(propertyOf.values())].sort((a, b) => a - b);
  await holdProperties(tx, propertyIds);
  await rejectDroppedDays(tx, propertyOf, entries);
  const here = entries.flatMap((entry) => byProperty(entry, propertyOf));
  await remember(tx, actor, here);
  await putPrices(
    tx,
    "unit_prices",
    here.flatMap(({ propertyId, unitIds, entry }) =>
      unitIds.map((unitId) => ({
        property_id: propertyId,
        unit_id: unitId,
        firstDay: entry.start_date,
        lastDay: entry.end_date ?? "infinity",
        price: entry.cost,
      })),
    ),
  );
  for (const propertyId of propertyIds) {
    const ofProperty = here.filter((part) => part.propertyId === propertyId);
    await addUpPricedDays(
      tx,
      propertyId,
      ofProperty.map(({ entry }) => entry),
    );
    await audit(tx, actor, {
      action: "unit-price.set",
      propertyId,
      objectType: "property",
      objectId: propertyId,
      after: {
        costs: ofProperty.map(({ unitIds, entry }) => ({
          units_count: unitIds.length,
          cost: entry.cost,
          start_date: entry.start_date,
          end_date: entry.end_date ?? null,
        })),
      },
    });
  }
  await growFigures(tx, propertyIds);
  return { property_ids: propertyIds, units_count: propertyOf.size };
}

function byProperty(entry: CostEntry, propertyOf: ReadonlyMap<number, number>): EntryHere[] {
  const units = Map.groupBy(new Set(entry.unit_ids), (unit) => propertyOf.get(unit));
  return [...units].flatMap(([propertyId, unitIds]) =>
    propertyId === undefined ? [] : [{ propertyId, unitIds, entry }],
  );
}

/** Stores the entries themselves, in their order, as the history of prices. */
async function remember(tx: Transactional, actor: Actor, propertyEntries: readonly EntryHere[]): Promise<void> {
  const rows = propertyEntries.map(({ propertyId, unitIds, entry }) => ({
    property_id: propertyId,
    unit_ids: unitIds.toSorted((a, b) => a - b),
    price: entry.cost,
    first_day: entry.start_date,
    last_day: entry.end_date ?? null,
  }));
  await sql`
    insert into unit_price_entries (property_id, unit_ids, price, first_day, last_day, made_by, made_at)
    select property_id, array(select jsonb_array_elements_text(unit_ids)::bigint), price, first_day, last_day,
      ${actor.email}, ${new Date(actor.at)}
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (property_id bigint, unit_ids jsonb, price numeric, first_day date, last_day date))
      with ordinality as entries (property_id, unit_ids, price, first_day, last_day, nth)
    order by nth
    returning id`.execute(tx);
}
