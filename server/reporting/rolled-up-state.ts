import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import type { PlaceParams } from "../query/chosen-properties.ts";
import { dayText, localDayAt } from "../time/local-day.ts";

const State = z.object({
  /** Which database this is, and which of its histories: numbers of transactions are its own. */
  database: z.string(),
  /** null: none. */
  properties: z.string().nullable(),
  organizations: z.string().nullable(),
  /** How many changes no refresh has processed yet, and the newest of them. */
  waiting: z.string(),
  zones: z.array(z.string()),
});

/**
 * The state on which every response about volumes, leaks, prices and places by local days depends: two identical
 * requests of a caller in the same state have the same response. Whatever changes sums, leaks, prices or places of a
 * property writes its row in the same transaction, and readings that arrive in between are recorded among its changes;
 * read here are the id of the transaction that wrote the row, what is queued, and the local date, on which periods
 * depend.
 * @param now milliseconds since the epoch
 */
export async function rolledUpState(
  scope: Scope,
  tx: Transactional,
  params: PlaceParams,
  now: number,
): Promise<unknown[]> {
  const { property_id = null, organization_id = null } = params;
  const state = await queryRow(tx, State)`
    with chosen as materialized (
      select id, xmin::text as written, time_zone
      from properties
      where id = any(${scope.propertyIds}::bigint[]) and archived_at is null
        and (${property_id}::bigint[] is null or id = any(${property_id}::bigint[]))
        and (${organization_id}::bigint[] is null or organization_id = any(${organization_id}::bigint[]))
    )
    select
      (select system_identifier from pg_control_system()) || ' ' || (select timeline_id from pg_control_checkpoint())
        as database,
      (select md5(string_agg(id || ' ' || written, ',' order by id)) from chosen) as properties,
      (select md5(string_agg(id || ' ' || xmin::text, ',' order by id)) from organizations
        where id = any(${scope.organizationIds}::bigint[])) as organizations,
      (select count(*) || ' ' || coalesce(max(changes.id), 0) from changes
        where property_id = any(array(select id from chosen))) as waiting,
      (select coalesce(json_agg(distinct time_zone), '[]') from chosen) as zones`;
  if (state === undefined) throw new Error("The state of the roll-up has no row.");
  // Where no property is chosen, days are those of UTC.
  const dates = ["UTC", ...state.zones].map((zone) => [zone, dayText(localDayAt(zone, now).day)]);
  return [state.database, state.properties, state.organizations, state.waiting, dates];
}
