import { createHmac } from "node:crypto";
import pg from "pg";
import { canConnect } from "./can-connect.ts";
import type { Logins } from "./connect.ts";
import { codeOf, isLockTimeout } from "./error-code.ts";
import { lockNumbers } from "./locks.ts";
import { retry } from "./retry.ts";

const INSUFFICIENT_PRIVILEGE = "42501";
/** A tuple concurrently updated, a duplicate role, a duplicate key in a catalog. */
const CONCURRENT = new Set(["XX000", "42710", "23505"]);
const RETRY = { maxAttempts: 300, delayMs: 500 };

/** Objects of this login, which go to the owner that is no superuser; what belongs to a table or an extension goes along. */
const TRANSFERS = `
select format('alter %s %s owner to dripline_owner',
  case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, c.oid::regclass) as statement
from pg_class c
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and relowner = current_user::regrole
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
    and (deptype = 'e' or (relkind = 'S' and deptype in ('a', 'i'))))
union all
select format('alter function %s owner to dripline_owner', f.oid::regprocedure)
from pg_proc f
where pronamespace = 'public'::regnamespace and proowner = current_user::regrole
  and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = f.oid and deptype = 'e')
union all
select format('alter database %I owner to dripline_owner', datname)
from pg_database where datname = current_database() and datdba = current_user::regrole`;

/**
 * Gives each role a login of its own, where the login of the address has a password and may create roles. A superuser's
 * tables go to the role dripline_owner, who is none.
 *
 * Passwords are derived from the one of the address, so that all servers and commands of an installation know them.
 * @returns null where that cannot be done: then all share the login of the address
 */
export async function prepareLogins(url: string): Promise<Logins | null> {
  if (new URL(url).password === "") return null;
  const client = new pg.Client({ connectionString: url, application_name: "dripline migrator" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockNumbers.migrations]);
    const login = await client.query<{ name: string; is_super: boolean }>(
      `select rolname as name, rolsuper as is_super from pg_roles
      where rolname = current_user and (rolsuper or rolcreaterole)
        and not exists (select from pg_extension where extname = 'citus')`,
    );
    const [found] = login.rows;
    if (found === undefined) return null;
    const logins: Logins = {
      app: addressOf(url, "dripline_app"),
      worker: addressOf(url, "dripline_worker"),
      accounts: addressOf(url, "dripline_accounts"),
      owner: found.is_super ? addressOf(url, "dripline_owner") : url,
    };
    // Roles belong to the whole cluster, and the lock to one database: a server of another one changes them, too.
    const isConcurrent = (error: unknown) => CONCURRENT.has(codeOf(error));
    const prepare = () => prepareRoles(client, url, found.name, found.is_super);
    if (!(await retry({ ...RETRY, isRetriable: isConcurrent }, prepare))) return null;
    if (found.is_super) {
      await transferObjects(client);
      // The owner of the database may do that. A grant that nobody needs would stand in dumps.
      const schema = await client.query("select where has_schema_privilege('dripline_owner', 'public', 'create')");
      if (schema.rowCount === 0) await client.query("grant usage, create on schema public to dripline_owner");
    }
    for (const address of Object.values(logins)) if (!(await canConnect(address))) return null;
    return logins;
  } finally {
    await client.end();
  }
}

/** @returns false where another installation owns the logins, or this one may not change them */
async function prepareRoles(client: pg.Client, url: string, login: string, isSuper: boolean): Promise<boolean> {
  const roles = ["dripline_app", "dripline_worker", "dripline_accounts", ...(isSuper ? ["dripline_owner"] : [])];
  const mark = `Login of Dripline, managed by ${login}`;
  // Statements with passwords are not logged.
  if (isSuper) await client.query("set log_statement = 'none'");
  try {
    for (const role of roles) {
      const known = await client.query<{ mark: string | null }>(
        "select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = $1",
        [role],
      );
      const [found] = known.rows;
      const attributes = role === "dripline_owner" ? "inherit bypassrls" : "noinherit";
      if (found === undefined) await client.query(`create role ${role} login ${attributes}`);
      else if (found.mark !== null && found.mark !== mark) return false;
      const address = addressOf(url, role);
      if (found?.mark !== mark || !(await canConnect(address))) {
        await client.query(`alter role ${role} password ${pg.escapeLiteral(new URL(address).password)}`);
        await client.query(`comment on role ${role} is ${pg.escapeLiteral(mark)}`);
      }
    }
    // A change of accounts, or by the workers, is checked as a request: see asRequest.
    await client.query("grant dripline_app to dripline_accounts, dripline_worker");
    if (!isSuper) return true;
    await client.query("grant dripline_app, dripline_worker, dripline_accounts to dripline_owner");
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
  return true;
}

/** One statement at a time, so that requests of running servers never wait long; the rest is done at the next start. */
async function transferObjects(client: pg.Client): Promise<void> {
  await client.query("set lock_timeout = '500ms'");
  const transfers = await client.query<{ statement: string }>(TRANSFERS);
  for (const { statement } of transfers.rows) {
    await retry({ ...RETRY, isRetriable: isLockTimeout }, () => client.query(statement));
  }
}

/** The same database with the login of a role. */
function addressOf(url: string, role: string): string {
  const address = new URL(url);
  // As the driver reads it, which takes a lone % for itself.
  const secret = new pg.Client({ connectionString: url }).password ?? "";
  address.username = role;
  address.password = createHmac("sha256", secret).update(`login of ${role}`).digest("hex");
  return address.href;
}
