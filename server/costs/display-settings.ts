import { z } from "zod";
import { currency, type DisplaySettings, measure } from "../../contract/accounts/display-settings.ts";
import { type Currency, type Money, moneyOf } from "../../contract/display/measures.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { growFigures } from "../metering/roll-up/grow-figures.ts";
import { notThere } from "../problem/problem.ts";

const Row = z.object({ measure, currency });

/**
 * The measure and the currency that an organization's screens and files show.
 * @throws ProblemError not_found outside the scope
 */
export async function displaySettings(tx: Transactional, organizationId: number): Promise<DisplaySettings> {
  const row = await queryRow(tx, Row)`select measure, currency from organizations where id = ${organizationId}`;
  if (row === undefined) throw notThere("organization");
  return { organization_id: organizationId, ...row };
}

/** How amounts of the organizations in scope are written. */
export async function moneyInScope(tx: Transactional): Promise<Money> {
  const found = await queryRows(tx, Row.pick({ currency: true }))`
    select distinct currency from organizations order by currency`;
  return found.length === 0 ? moneyOf("USD") : moneyIn(found.map(({ currency }) => currency));
}

/** How amounts in these currencies are written: without a sign where they are several. @param currencies one or more */
export function moneyIn([currency, ...others]: readonly Currency[]): Money {
  return moneyOf(currency === undefined || others.length > 0 ? null : currency);
}

/** Changes one or both of them. @throws ProblemError not_found outside the scope */
export async function changeDisplaySettings(
  tx: Transactional,
  who: Actor,
  organizationId: number,
  change: { measure?: DisplaySettings["measure"] | undefined; currency?: DisplaySettings["currency"] | undefined },
): Promise<DisplaySettings> {
  const before = await queryRow(tx, Row)`
    select measure, currency from organizations where id = ${organizationId} for no key update`;
  if (before === undefined) throw notThere("organization");
  const after = { measure: change.measure ?? before.measure, currency: change.currency ?? before.currency };
  if (after.measure === before.measure && after.currency === before.currency) {
    return { organization_id: organizationId, ...after };
  }
  await queryRow(tx, Row)`
    update organizations set measure = ${after.measure}, currency = ${after.currency} where id = ${organizationId}
    returning measure, currency`;
  const properties = await queryRows(tx, IdRow)`
    select id from properties where organization_id = ${organizationId} order by id for no key update`;
  // Cached files name the currency.
  await growFigures(
    tx,
    properties.map(({ id }) => id),
  );
  const object = { objectType: "organization", objectId: organizationId };
  await audit(tx, who, { action: "display-settings.change", organizationId, ...object, before, after });
  return { organization_id: organizationId, ...after };
}
