import { type FoundMeter, type FoundProperty, type FoundUnit, foundProperty } from "../../contract/search.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { report } from "../query/report.ts";
import { findMeters } from "./find-meters.ts";
import { findUnits } from "./find-units.ts";
import { propertiesNamed } from "./properties-named.ts";
import { parseSearchQuery } from "./words.ts";

/**
 * Properties, units and meters of the scope by a part of their name or serial number, at most `limit` of each.
 * Case-insensitive, without wildcards.
 */
export async function search(
  scope: Scope,
  tx: Transactional,
  params: { q: string; limit: number },
): Promise<{ properties: FoundProperty[]; units: FoundUnit[]; meters: FoundMeter[] }> {
  const query = parseSearchQuery(params.q);
  const seen = await seenProperties(scope, tx);
  const propertyIds = seen.map((property) => property.property_id);
  return {
    properties: propertiesNamed(seen, query, params.limit),
    units: await findUnits(propertyIds, tx, query, params.limit),
    meters: await findMeters(propertyIds, tx, params.q, params.limit),
  };
}

export const searchReport = report("GET /v1/search", { cache: "text" }, ({ scope, tx, query }) =>
  search(scope, tx, query),
);

/** The properties of the scope that are in use. */
async function seenProperties(scope: Scope, tx: Transactional): Promise<FoundProperty[]> {
  return queryRows(tx, foundProperty)`
    select id as property_id, name as property_name, city, state from properties
    where id = any(${scope.propertyIds}::bigint[]) and archived_at is null`;
}
