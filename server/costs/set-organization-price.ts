import { sql } from "kysely";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { growFigures } from "../metering/roll-up/grow-figures.ts";
import { putPrices } from "./put-prices.ts";

/**
 * Sets what a gallon costs at units of an organization that have no price of their own. On the days that it covers it
 * replaces earlier prices; the history keeps these.
 * @param organizationId of the caller's scope
 * @param input days of null or left out are open
 */
export async function setOrganizationPrice(
  tx: Transactional,
  actor: Actor,
  organizationId: number,
  input: { cost: number; start_date?: string | null | undefined; end_date?: string | null | undefined },
): Promise<void> {
  const { cost, start_date = null, end_date = null } = input;
  await lock(tx, "organizationPrice", organizationId);
  const firstDay = start_date ?? "-infinity";
  await sql`
    insert into organization_price_entries (organization_id, price, first_day, last_day, made_by, made_at)
    values (${organizationId}, ${cost}, ${firstDay}, ${end_date}, ${actor.email}, ${new Date(actor.at)})`.execute(tx);
  await putPrices(tx, "organization_prices", [
    { organization_id: organizationId, firstDay, lastDay: end_date ?? "infinity", price: cost },
  ]);
  const properties = await queryRows(tx, IdRow)`
    select id from properties where organization_id = ${organizationId} order by id for no key update`;
  await growFigures(
    tx,
    properties.map(({ id }) => id),
  );
  await audit(tx, actor, {
    action: "organization-price.set",
    organizationId,
    objectType: "organization",
    objectId: organizationId,
    after: { cost, start_date, end_date },
  });
}
