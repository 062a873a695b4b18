import { CompiledQuery, type DatabaseConnection, type QueryResult } from "kysely";
import { codeOf } from "./error-code.ts";

/** What Postgres answers to what it cannot do. */
const NOT_SUPPORTED = "0A000";
const SAVEPOINT = "before_a_question";

/** Tables that are spread over nodes; empty where none are. */
async function spreadTables(connection: DatabaseConnection): Promise<string[]> {
  const there = await run<{ there: boolean }>(
    connection,
    "select to_regclass('pg_dist_partition') is not null as there",
  );
  if (there.rows[0]?.there !== true) return [];
  const tables = await run<{ name: string }>(
    connection,
    `select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where partmethod = 'h' and not relispartition`,
  );
  return tables.rows.map(({ name }) => name);
}

/**
 * Where tables are spread over nodes, questions that Citus cannot hand to the nodes are worked out on the coordinator: the
 * rows in scope of the tables that they read are gathered there first. Elsewhere a connection stays as it is.
 * @returns a function for every new connection of a pool
 */
export function gathering(): (connection: DatabaseConnection) => Promise<void> {
  let known: Promise<string[]> | undefined;
  const gathered = new Set<string>();
  return async (connection) => {
    known ??= spreadTables(connection);
    const tables = await known.catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    if (tables.length > 0) gatherOn(connection, tables, gathered);
  };
}

/** @param gathered texts of questions that were refused before */
function gatherOn(connection: DatabaseConnection, tables: readonly string[], gathered: Set<string>): void {
  const ask = connection.executeQuery.bind(connection);
  let isInTransaction = false;
  const tell = (text: string) => ask(CompiledQuery.raw(text));
  connection.executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const text = query.sql;
    if (/^(begin|start transaction)/.test(text)) isInTransaction = true;
    if (/^(commit|rollback)$/.test(text)) isInTransaction = false;
    if (!isQuestion(text)) return ask<R>(query);
    const other = () => ask<R>({ ...query, sql: gatheredText(text, tables) });
    if (gathered.has(text)) return other();
    if (isInTransaction) await tell(`savepoint ${SAVEPOINT}`);
    try {
      const result = await ask<R>(query);
      if (isInTransaction) await tell(`release savepoint ${SAVEPOINT}`);
      return result;
    } catch (error) {
      if (isInTransaction) await tell(`rollback to savepoint ${SAVEPOINT}`);
      if (codeOf(error) !== NOT_SUPPORTED) throw error;
      const result = await other();
      gathered.add(text);
      return result;
    }
  };
}

/** Whether a text only reads, and locks nothing. */
function isQuestion(text: string): boolean {
  return (
    /^(\s|--.*\n)*(select|with)\b/.test(text) &&
    !/\b(insert into|update|delete from|for share)\b|\bpg_\w*lock/.test(text)
  );
}

/** The same question, over the rows in scope of its tables; without a scope over all. */
function gatheredText(text: string, tables: readonly string[]): string {
  const rows = tables
    .filter((name) => new RegExp(`\\b(from|join)\\s+"?${name}\\b|,\\s*"?${name}"?\\s+\\w+\\s+where`).test(text))
    .map(
      (name) => `${name} as materialized (
        select * from public.${name} where coalesce(property_id <@ scope_ranges('dripline.property_ranges'), true))`,
    );
  const begun = /^(\s|--.*\n)*with\s/.exec(text);
  return begun === null ? `with ${rows.join(", ")} ${text}` : `with ${rows.join(", ")}, ${text.slice(begun[0].length)}`;
}

function run<R>(connection: DatabaseConnection, text: string): Promise<QueryResult<R>> {
  return connection.executeQuery<R>(CompiledQuery.raw(text));
}
