import { type RawBuilder, sql } from "kysely";
import { type AuditFilters, type AuditRow, auditEntry } from "../../contract/accounts/audit.ts";
import { type Connections, inScope, type Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import type { RequestScope } from "../query/request-scope.ts";

/** Batch size of a file. */
const BATCH = 1000;

/** Rejected writes are `refused` in rows of version 0.1.0, which are sealed and cannot be updated. */
const ACTION = sql`case action when 'refused' then 'rejected' else action end`;

/**
 * A page of the audit log, newest first, and how many rows match in all. By cursor, not offset: the millionth row is
 * read as fast as the first, and rows that are logged meanwhile move none to another page.
 * @param params `older_than` is the id of the row after which to go on; one that the scope does not see gives no rows
 * @returns `hasOlder`: whether more rows match than these
 */
export async function listAuditEntries(
  connections: Connections,
  scope: RequestScope,
  params: AuditFilters & { page_size: number; older_than?: number | undefined },
): Promise<{ count: number; rows: AuditRow[]; hasOlder: boolean }> {
  const { page_size: size, older_than: cursor } = params;
  return reading(connections, scope, async (tx) => {
    const which = matching(scope, params);
    const total = await queryRow(tx, CountRow)`select count(*) as count from audit_log where ${which}`;
    const older =
      cursor === undefined ? sql`true` : sql`(at, id) < (select c.at, c.id from audit_log c where c.id = ${cursor})`;
    const rows = await read(tx, sql`${which} and ${older}`, size + 1);
    return { count: total?.count ?? 0, rows: rows.slice(0, size), hasOlder: rows.length > size };
  });
}

/**
 * All matching rows of the audit log, newest first, in batches: however slow the reader is, no connection waits for it.
 * Rows logged meanwhile are newer than the first and left out.
 * @param again the reader's current scope, before each further batch
 * @throws whatever `again` throws, when they may not read any more
 */
export async function* auditRows(
  connections: Connections,
  scope: RequestScope,
  filters: AuditFilters,
  again: () => Promise<RequestScope>,
): AsyncGenerator<AuditRow[]> {
  let last: AuditRow | undefined;
  for (;;) {
    const now = last === undefined ? scope : await again();
    const older = last === undefined ? sql`true` : sql`(at, id) < (${last.at}::timestamptz, ${last.id})`;
    const which = sql`${matching(now, filters)} and ${older}`;
    const rows = await reading(connections, now, (tx) => read(tx, which, BATCH));
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}

/** IONAdmins also read entries of no organization, which the requests' role cannot see. */
function reading<T>(
  connections: Connections,
  scope: RequestScope,
  work: (tx: Transactional) => Promise<T>,
): Promise<T> {
  if (seesAll(scope)) return connections.accounts.transaction().execute(work);
  return inScope(connections.app, scope, work);
}

function seesAll(scope: RequestScope): boolean {
  return scope.role === "IONAdmin";
}

function matching(scope: RequestScope, filters: AuditFilters): RawBuilder<unknown> {
  const { actor, action, object_type, from, until, organization_id } = filters;
  const conditions = [
    seesAll(scope) ? sql`true` : sql`organization_id = any(${scope.organizationIds}::bigint[])`,
    actor === undefined ? null : actorIs(actor),
    action === undefined ? null : actionIs(action),
    object_type === undefined ? null : sql`object_type = ${object_type}`,
    from === undefined ? null : sql`at >= ${from}::timestamptz`,
    until === undefined ? null : sql`at < ${until}::timestamptz`,
    organization_id === undefined ? null : sql`organization_id = ${organization_id}`,
  ];
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  );
}

/**
 * Searches by a part of the logged e-mail or of its user's current name, if the caller sees the user: the database
 * shows a request the users of its organizations. In quotes the whole logged text.
 */
function actorIs(actor: string): RawBuilder<unknown> {
  const quoted = /^"(.+)"$/.exec(actor)?.[1];
  if (quoted !== undefined) return sql`lower(actor) = lower(${quoted})`;
  return sql`(strpos(lower(actor), lower(${actor})) > 0
    or actor_id in (select id from users where strpos(lower(first_name || ' ' || last_name), lower(${actor})) > 0))`;
}

function actionIs(action: string): RawBuilder<unknown> {
  if (action.startsWith("-")) return sql`not ${actionIs(action.slice(1))}`;
  return action.endsWith("*") ? sql`starts_with(${ACTION}, ${action.slice(0, -1)})` : sql`${ACTION} = ${action}`;
}

/** The instant as text in full precision, the cursor of the next batch. */
async function read(tx: Transactional, which: RawBuilder<unknown>, limit: number): Promise<AuditRow[]> {
  return queryRows(tx, auditEntry)`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor_id, actor, organization_id,
      property_id, ${ACTION} as action, object_type, object_id, before, after, request_id
    from audit_log where ${which} order by audit_log.at desc, id desc limit ${limit}`;
}
