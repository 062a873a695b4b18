import { type FoundProperty, foundProperty } from "../../contract/search.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";

/** The properties of the scope that are in use. */
export async function seenProperties(scope: Scope, tx: Transactional): Promise<FoundProperty[]> {
  return queryRows(tx, foundProperty)`
    select id as property_id, name as property_name, city, state from properties
    where id = any(${scope.propertyIds}::bigint[]) and archived_at is null`;
}
