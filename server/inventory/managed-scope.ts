import { sql } from "kysely";
import { asRequest, type Connections, type Scope, type Transactional } from "../database/connect.ts";
import { notThere } from "../problem/problem.ts";
import type { RequestScope } from "../query/request-scope.ts";

/**
 * What staff manage: beyond what they see, the archived properties of their organizations, which others have no way to.
 * IONAdmins manage all there is, properties of no organization included.
 */
export async function managedScope({ accounts }: Connections, scope: RequestScope): Promise<Scope> {
  const isAll = scope.role === "IONAdmin";
  const found = await sql<{ id: number }>`
    select id from properties
    where ${isAll} or organization_id = any(${scope.organizationIds}::bigint[]) order by id`.execute(accounts);
  return { organizationIds: scope.organizationIds, propertyIds: found.rows.map(({ id }) => id) };
}

/**
 * Rejects what row-level security hides from this managed scope. For changes by the workers' role, which sees
 * everything: a second check besides their own.
 * @throws ProblemError not_found
 */
export async function refuseUnseen(
  tx: Transactional,
  managed: Scope,
  { organizationId, propertyIds }: { organizationId: number | null; propertyIds: readonly number[] },
): Promise<void> {
  const wanted = [...new Set(propertyIds)];
  const seen = await asRequest(tx, managed, () =>
    sql<{ organizations: number; properties: number }>`
      select (select count(*) from organizations where id = ${organizationId}) as organizations,
        (select count(*) from properties where id = any(${wanted}::bigint[])) as properties`.execute(tx),
  );
  const [row] = seen.rows;
  if (organizationId !== null && row?.organizations !== 1) throw notThere("organization");
  if (row?.properties !== wanted.length) throw notThere("property");
}
