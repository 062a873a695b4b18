import { CompiledQuery, type DatabaseConnection, type QueryResult } from "kysely";
import type pg from "pg";
import { codeOf } from "./error-code.ts";

/** SQLSTATE of an unsupported feature. */
const NOT_SUPPORTED = "0A000";
/** Citus' warning that an intermediate result is lost: it continues without these rows. */
const ROWS_LOST = "CIINF";
const SAVEPOINT = "before_a_question";

/** Tables that Citus manages: distributed, copied, or kept on the coordinator; empty where none are distributed. */
async function tablesOnNodes(connection: DatabaseConnection): Promise<string[]> {
  const there = await run<{ there: boolean }>(
    connection,
    "select to_regclass('pg_dist_partition') is not null as there",
  );
  if (there.rows[0]?.there !== true) return [];
  const tables = await run<{ name: string }>(
    connection,
    `select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid where not relispartition`,
  );
  return tables.rows.map(({ name }) => name);
}

/**
 * Where tables are distributed over nodes, queries that Citus cannot push down run on the coordinator: the rows in
 * scope of the tables that they read are gathered there first. Elsewhere connections stay as they are.
 * @returns hooks to call for each new connection of a pool, first for the driver's, then for Kysely's
 */
export function gathering(): {
  heed(client: pg.ClientBase): void;
  onCreateConnection(connection: DatabaseConnection): Promise<void>;
} {
  let known: Promise<string[]> | undefined;
  const gathered = new Set<string>();
  // Ids of the backend processes that warned.
  const warned = new Set<unknown>();
  return {
    heed: (client) => {
      client.on("notice", ({ code }) => {
        if (code === ROWS_LOST) warned.add(Reflect.get(client, "processID"));
      });
    },
    onCreateConnection: async (connection) => {
      known ??= tablesOnNodes(connection);
      const tables = await known.catch((error: unknown) => {
        known = undefined;
        throw error;
      });
      if (tables.length === 0) return;
      const answer = await run<{ id: number }>(connection, "select pg_backend_pid() as id");
      gatherOn(connection, tables, gathered, () => warned.delete(answer.rows[0]?.id));
    },
  };
}

/**
 * @param gathered texts of queries that Citus rejected before
 * @param hasWarned whether rows were lost since its last call
 */
function gatherOn(
  connection: DatabaseConnection,
  tables: readonly string[],
  gathered: Set<string>,
  hasWarned: () => boolean,
): void {
  const askAnyway = connection.executeQuery.bind(connection);
  const ask = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const result = await askAnyway<R>(query);
    if (hasWarned()) throw new RowsLost(query.sql);
    return result;
  };
  let isInTransaction = false;
  const runSql = (text: string) => ask(CompiledQuery.raw(text));
  connection.executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const text = query.sql;
    if (/^(begin|start transaction)/.test(text)) isInTransaction = true;
    if (/^(commit|rollback)$/.test(text)) isInTransaction = false;
    if (!isReadOnly(text)) return ask<R>(query);
    const other = () => ask<R>({ ...query, sql: gatheredText(text, tables) });
    if (gathered.has(text)) return other();
    if (isInTransaction) await runSql(`savepoint ${SAVEPOINT}`);
    try {
      const result = await ask<R>(query);
      if (isInTransaction) await runSql(`release savepoint ${SAVEPOINT}`);
      return result;
    } catch (error) {
      if (isInTransaction) await runSql(`rollback to savepoint ${SAVEPOINT}`);
      if (codeOf(error) !== NOT_SUPPORTED && !(error instanceof RowsLost)) throw error;
      const result = await other();
      gathered.add(text);
      return result;
    }
  };
}

class RowsLost extends Error {
  constructor(text: string) {
    super(`The database lost rows while it worked out: ${text.trim().slice(0, 100)}`);
  }
}

/** Whether a text only reads, and locks nothing. */
function isReadOnly(text: string): boolean {
  return (
    /^(\s|--.*\n)*(select|with)\b/.test(text) &&
    !/\b(insert into|update|delete from|for share)\b|\bpg_\w*lock/.test(text)
  );
}

/**
 * The same query, over the rows in scope of its tables as a database function gathers them: so it names no table that
 * Citus knows of, and plain Postgres runs it.
 */
function gatheredText(text: string, tables: readonly string[]): string {
  const rows = tables
    .filter((name) => new RegExp(`\\b(from|join)\\s+"?${name}\\b|,\\s*"?${name}"?\\s+\\w+\\s+where`).test(text))
    .map((name) => `${name} as materialized (select * from rows_in_scope(null::public.${name}))`);
  if (rows.length === 0) return text;
  const begun = /^(\s|--.*\n)*with\s/.exec(text);
  return begun === null ? `with ${rows.join(", ")} ${text}` : `with ${rows.join(", ")}, ${text.slice(begun[0].length)}`;
}

function run<R>(connection: DatabaseConnection, text: string): Promise<QueryResult<R>> {
  return connection.executeQuery<R>(CompiledQuery.raw(text));
}
