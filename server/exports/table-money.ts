import { z } from "zod";
import { currency } from "../../contract/accounts/display-settings.ts";
import type { Money } from "../../contract/display/measures.ts";
import { moneyIn, moneyInScope } from "../costs/display-settings.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";

const Row = z.object({ currency });

const ids = z.preprocess((value) => (typeof value === "number" ? [value] : value), z.array(z.number()).optional());
const placed = z.object({ id: z.number().optional(), property_id: z.number().optional() });
const filtered = z.object({ organization_id: ids, property_id: ids });

/**
 * How a table's file writes amounts: in the currency of its properties, whatever others its reader's organizations have.
 * Without properties that are an organization's, as all in scope.
 * @param params the call's path params, of which `id` is a property
 */
export async function tableMoney(scope: Scope, tx: Transactional, params: unknown, query: unknown): Promise<Money> {
  const path = placed.parse(params ?? {});
  const { organization_id: organizations = null, property_id = null } = filtered.parse(query);
  const own = path.id ?? path.property_id;
  const properties = own === undefined ? property_id : [own];
  const found = await queryRows(tx, Row)`
    select distinct organizations.currency
    from properties join organizations on organizations.id = properties.organization_id
    where properties.id = any(${scope.propertyIds}::bigint[]) and properties.archived_at is null
      and (${properties}::bigint[] is null or properties.id = any(${properties}::bigint[]))
      and (${organizations}::bigint[] is null or properties.organization_id = any(${organizations}::bigint[]))
    order by organizations.currency`;
  return found.length === 0 ? moneyInScope(tx) : moneyIn(found.map((row) => row.currency));
}
