import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";

/** What is open in the database that should be locked, a sentence each. */
export async function openLocks({ owner, app, accounts, worker }: Connections): Promise<string[]> {
  const found: string[] = [];
  const tables = await sql<{ name: string; locked: boolean }>`
    select relname as name, relrowsecurity and relforcerowsecurity as locked
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'
    order by relname`.execute(owner);
  for (const { name, locked } of tables.rows) {
    if (!locked) found.push(`Row-level security is not enabled and forced on ${name}.`);
    const seen = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(app).then(
      (result) => result.rows[0]?.n ?? 0,
      // A table that requests may not read at all.
      () => 0,
    );
    if (seen > 0) found.push(`Without a scope a request sees ${seen} rows of ${name}.`);
  }
  // The owner of the tables serves nobody. Those that see all tenants may act as a request, which sees less.
  const roles = await sql<{ rolname: string }>`
    select rolname from pg_roles r where rolname like 'dripline\\_%' and (rolsuper or rolcreaterole
      or (rolname <> 'dripline_owner' and (rolbypassrls or exists (select from pg_class where relowner = r.oid)
        or exists (select from pg_auth_members m where m.member = r.oid
          and (rolname = 'dripline_app' or m.roleid <> 'dripline_app'::regrole)))))`.execute(owner);
  for (const { rolname } of roles.rows) found.push(`The role ${rolname} can pass the locks, or take on another one.`);
  for (const [connection, role] of [
    [app, "app"],
    [accounts, "accounts"],
    [worker, "worker"],
  ] as const) {
    const is = await sql<{ role: string }>`select current_user as role`.execute(connection);
    if (is.rows[0]?.role !== `dripline_${role}`) found.push(`Connections of ${role} act as ${is.rows[0]?.role}.`);
  }
  const functions = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef`.execute(owner);
  for (const { name } of functions.rows) found.push(`The function ${name} runs as its definer.`);
  const views = await sql<{ name: string }>`
    select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any(reloptions), false)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`.execute(owner);
  for (const { name } of views.rows) found.push(`The view ${name} passes the locks of its tables.`);
  const policies = await sql<{ name: string }>`
    select tablename || '.' || policyname as name from pg_policies
    where schemaname = 'public' and ('dripline_app' = any(roles) or 'public' = any(roles))
      and cmd <> 'INSERT' and coalesce(qual, '') !~ 'current_setting|scope_(ids|ranges)\\(''|_in_scope\\('`.execute(
    owner,
  );
  for (const { name } of policies.rows) found.push(`The policy ${name} shows requests rows whatever their scope.`);
  return found;
}

/** Switches row-level security off: every policy for requests lets everything through. */
export async function openSecondLock({ owner }: Connections): Promise<void> {
  const policies = await sql<{ name: string; table: string; cmd: string }>`
    select policyname as name, tablename as table, cmd from pg_policies
    where schemaname = 'public' and 'dripline_app' = any(roles)`.execute(owner);
  for (const { name, table, cmd } of policies.rows) {
    const clauses =
      cmd === "INSERT"
        ? sql`with check (true)`
        : cmd === "ALL" || cmd === "UPDATE"
          ? sql`using (true) with check (true)`
          : sql`using (true)`;
    await sql`alter policy ${sql.ref(name)} on ${sql.table(table)} ${clauses}`.execute(owner);
  }
}
