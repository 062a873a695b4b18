import { z } from "zod";
import { asRequest, type Connections, type Scope, type Transactional } from "../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { notThere } from "../problem/problem.ts";
import type { RequestScope } from "../query/request-scope.ts";

const SeenCounts = z.object({ organizations: z.int(), properties: z.int() });

/**
 * What staff manage: beyond what they see, the archived properties of their organizations, which others have no way to.
 * IONAdmins manage all there is, properties of no organization included.
 */
export async function managedScope({ accounts }: Connections, scope: RequestScope): Promise<Scope> {
  const isAll = scope.role === "IONAdmin";
  const found = await queryRows(accounts, IdRow)`
    select id from properties
    where ${isAll} or organization_id = any(${scope.organizationIds}::bigint[]) order by id`;
  return { organizationIds: scope.organizationIds, propertyIds: found.map(({ id }) => id) };
}

/**
 * Rejects what row-level security hides from this managed scope. For changes by the workers' role, which sees
 * everything: a second check besides their own.
 * @throws ProblemError not_found
 */
export async function rejectUnseen(
  tx: Transactional,
  managed: Scope,
  { organizationId, propertyIds }: { organizationId: number | null; propertyIds: readonly number[] },
): Promise<void> {
  const wanted = [...new Set(propertyIds)];
  const seen = await asRequest(
    tx,
    managed,
    () =>
      queryRow(tx, SeenCounts)`
      select (select count(*) from organizations where id = ${organizationId}) as organizations,
        (select count(*) from properties where id = any(${wanted}::bigint[])) as properties`,
  );
  if (organizationId !== null && seen?.organizations !== 1) throw notThere("organization");
  if (seen?.properties !== wanted.length) throw notThere("property");
}
