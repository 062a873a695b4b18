import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { distribute, isSpread } from "./distribute.ts";
import { isLockTimeout } from "./error-code.ts";
import { lockNumbers } from "./locks.ts";
import { retry } from "./retry.ts";

const FOLDER = join(import.meta.dirname, "migrations");
/**
 * Requests queue behind a table change that itself waits for a long query: after this timeout it lets them run first
 * and is retried, so often.
 */
const LOCK_TIMEOUT = "500ms";
const RETRY = { maxAttempts: 300, delayMs: 1000, isRetriable: isLockTimeout };

/** Roles belong to the whole cluster; the one that connects must be able to take them on. */
const ROLES = `
do $$
declare r text;
begin
  foreach r in array array['dripline_app', 'dripline_worker', 'dripline_accounts'] loop
    begin
      if not exists (select from pg_roles where rolname = r) then
        execute format('create role %I login noinherit', r);
      end if;
      if not pg_has_role(current_user, r, 'member') then
        execute format('grant %I to current_user', r);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  execute format('grant usage on schema public to dripline_app, dripline_worker, dripline_accounts');
end $$;
create table if not exists migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/**
 * Brings the schema up to date; safe to run from several servers at once, and while older ones serve.
 * @param folder the migrations
 * @returns the names of the migrations applied now.
 * @throws Error when a file that was applied before has changed since.
 */
export async function migrate(url: string, folder = FOLDER): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "dripline migrator" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockNumbers.migrations]);
    await client.query(ROLES);
    const known = await client.query<{ name: string; checksum: string }>("select name, checksum from migrations");
    const checksums = new Map(known.rows.map((row) => [row.name, row.checksum]));
    const applied: string[] = [];
    const wasSpread = await isSpread(client);
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
      const text = await readFile(join(folder, name), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      const before = checksums.get(name);
      if (before === checksum) continue;
      if (before !== undefined) {
        throw new Error(`Migration ${name} was changed after it had been applied. Restore it and write a new one.`);
      }
      await retry(RETRY, () => apply(client, { name, text, checksum })).catch((error: unknown) => {
        throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      });
      applied.push(name);
      // So that the next one can create foreign keys from its tables to distributed ones.
      if (wasSpread) await distribute(client);
    }
    await distribute(client);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * All of a migration or nothing.
 * @throws an error of lock_timeout when others kept it from a table for too long
 */
async function apply(
  client: pg.Client,
  { name, text, checksum }: { name: string; text: string; checksum: string },
): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    // Where tables are distributed, a node changes their shards one after another; elsewhere it has no effect.
    await client.query("set local citus.multi_shard_modify_mode = sequential");
    for (const statement of statementsOf(text)) await client.query(statement);
    await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * The statements of a migration, each ending with a semicolon at the end of its line; between `$$` and `$$` such a line
 * ends nothing. Sent singly, because a distributed Postgres takes one change of the schema at a time.
 */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let open = "";
  let quoted = false;
  for (const line of text.split("\n")) {
    open += `${line}\n`;
    if ((line.split("$$").length - 1) % 2 === 1) quoted = !quoted;
    if (quoted || !line.trimEnd().endsWith(";") || line.trimStart().startsWith("--")) continue;
    statements.push(open);
    open = "";
  }
  if (open.trim() !== "") statements.push(open);
  return statements;
}
