import pg from "pg";

/** All that a schema consists of, in words that two databases have in common. */
export async function schemaOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const parts = await client.query<{ part: string }>(`
      select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default, is_identity) as part
        from information_schema.columns where table_schema = 'public'
      union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'policy', tablename, policyname, roles, cmd, qual, with_check) from pg_policies
      union all select concat_ws(' ', 'table', relname, relrowsecurity, relforcerowsecurity, reloptions, relacl)
        from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'function', proname, md5(prosrc)) from pg_proc
        where pronamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'trigger', tgrelid::regclass, pg_get_triggerdef(oid)) from pg_trigger
        where not tgisinternal
      union all select concat_ws(' ', 'migration', name, checksum) from migrations
      order by part`);
    return parts.rows.map(({ part }) => part).join("\n");
  } finally {
    await client.end();
  }
}
