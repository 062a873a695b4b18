import type pg from "pg";

/**
 * What replaces subqueries. Settings are read by functions that are evaluated while a node plans: else they would be
 * read again for every row; nodes plan each statement when it arrives.
 */
const FUNCTIONS = `
create or replace function scope_ids(setting text) returns bigint[] immutable parallel safe language sql
  as $$ select nullif(current_setting(setting, true), '')::bigint[] $$;
create or replace function scope_ranges(setting text) returns int8multirange immutable parallel safe language sql
  as $$ select nullif(current_setting(setting, true), '')::int8multirange $$;
create or replace function is_member_in_scope(of_user bigint) returns boolean stable language sql
  as $$ select exists (select from memberships where user_id = of_user) $$;
create or replace function made_key_in_scope(of_user bigint) returns boolean stable language sql
  as $$ select exists (select from api_keys where created_by = of_user) $$`;

/** Subqueries of policies as Postgres prints them, and their equivalents. */
const REPLACED: [RegExp, string][] = [
  [
    /\(\s*SELECT \(NULLIF\(current_setting\('([a-z_.]+)'::text, true\), ''::text\)\)::bigint\[\] AS "nullif"\)/g,
    "scope_ids('$1')",
  ],
  [
    /\(\s*SELECT \(NULLIF\(current_setting\('([a-z_.]+)'::text, true\), ''::text\)\)::int8multirange AS "nullif"\)/g,
    "scope_ranges('$1')",
  ],
  [/EXISTS \(\s*SELECT\s+FROM memberships m\s+WHERE \(m\.user_id = (\w+\.\w+)\)\)/g, "is_member_in_scope($1)"],
  [/EXISTS \(\s*SELECT\s+FROM api_keys k\s+WHERE \(k\.created_by = (\w+\.\w+)\)\)/g, "made_key_in_scope($1)"],
];

/** Rewrites policies without subqueries, which distributed Postgres does not support in them. */
export async function rewritePolicies(client: pg.Client): Promise<void> {
  const policies = await client.query<{ table: string; name: string; using: string | null; check: string | null }>(
    `select polrelid::regclass as "table", polname as name, pg_get_expr(polqual, polrelid) as using,
      pg_get_expr(polwithcheck, polrelid) as check
    from pg_policy where pg_get_expr(polqual, polrelid) ~ 'SELECT' or pg_get_expr(polwithcheck, polrelid) ~ 'SELECT'`,
  );
  if (policies.rows.length === 0) return;
  const read = (clause: string) => REPLACED.reduce((text, [from, to]) => text.replace(from, to), clause);
  await client.query(FUNCTIONS);
  for (const { table, name, using, check } of policies.rows) {
    const clauses = [
      using === null ? "" : `using (${read(using)})`,
      check === null ? "" : `with check (${read(check)})`,
    ].join(" ");
    await client.query(`alter policy ${name} on ${table} ${clauses}`);
  }
}
