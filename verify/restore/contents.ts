import pg from "pg";

/** By table a sum over all its rows. */
export type Contents = Map<string, string>;

/** Everything that a database holds, as a role that sees all of it. */
export async function contentsOf(superUrl: string): Promise<Contents> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    const sums: Contents = new Map();
    for (const table of await tables(client)) {
      const rows = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as sum from ${table} t`,
      );
      sums.set(table, rows.rows[0]?.sum ?? "");
    }
    return sums;
  } finally {
    await client.end();
  }
}

/** Rows that the role of requests sees without saying whose, over all tables; and the tables that it may ask. */
export async function seenWithoutScope(url: string): Promise<{ tables: number; rows: number }> {
  const client = new pg.Client({ connectionString: url, options: "-c role=dripline_app" });
  await client.connect();
  try {
    let [requests, seen] = [0, 0];
    for (const table of await tables(client)) {
      const may = await client.query<{ may: boolean }>("select has_table_privilege($1, 'select') as may", [table]);
      if (may.rows[0]?.may !== true) continue;
      const rows = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
      requests++;
      seen += rows.rows[0]?.n ?? 0;
    }
    return { tables: requests, rows: seen };
  } finally {
    await client.end();
  }
}

/** All but the partitions: whoever asks them does it by their table. */
async function tables(client: pg.Client): Promise<string[]> {
  const rows = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`);
  return rows.rows.map(({ name }) => name);
}
