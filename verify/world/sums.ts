import { readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { NOW, type Site } from "./site.ts";

/** What a request may leave behind though it is rejected: that a session, a key or a token was used. */
const used: Readonly<Record<string, readonly string[]>> = {
  sessions: ["updated_at", "expires_at"],
  api_keys: ["last_used_at"],
  gateway_tokens: ["last_used_at"],
};
/** The audit log is looked at apart; attempts and rejected writes are counted because of the request. */
const NOT_SUMMED = ["audit_log", "audit_unsealed", "audit_seals", "rejected_write_counts", "sign_in_attempts"];

/** All that there is: a sum over the rows of each table, and the files, mails among them, by name. */
export type Sums = ReadonlyMap<string, string>;

/** Makes a function that sums up all tables, whatever schema they are in, and files but for the record. */
export async function summing({ connections, folder }: Site): Promise<() => Promise<Sums>> {
  const found = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
      and c.relname <> all (${NOT_SUMMED}::text[]) order by 1, 2`.execute(connections.owner);
  const each = found.rows.map(({ schema, name }) => {
    const left = [...(used[name] ?? [])];
    return sql`select ${`${schema}.${name}`} as name,
      (select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - ${left}::text[])::text, 0)), 0)
        from ${sql.table(`${schema}.${name}`)} t) as sum`;
  });
  const query = sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`;
  return async () => {
    const sums = await query.execute(connections.owner);
    const files = await readdir(folder, { recursive: true });
    return new Map([
      ...sums.rows.map(({ name, sum }) => [name, sum] as const),
      ["files", files.toSorted().join(" ")] as const,
    ]);
  };
}

/** Sums that stay the same: what the work in the background had to do is done. @throws Error when it never is */
export async function sumsAtRest({ connections }: Site, sum: () => Promise<Sums>): Promise<Sums> {
  let sums = await sum();
  for (let i = 0; i < 200; i++) {
    const again = await sum();
    const waiting = await sql`
      select from mails union all select from outbox where dispatched_at is null
      union all select from messages
        where due_at <= ${new Date(NOW)} and coalesce(sent_at, failed_at, dropped_at) is null`.execute(
      connections.owner,
    );
    if (changedIn(sums, again).length === 0 && waiting.rows.length === 0) return again;
    sums = again;
    await pause(50);
  }
  throw new Error("The tables do not come to rest.");
}

/** What the regular work of the server writes at any time. */
const WRITTEN_MEANWHILE = new Set(["public.outbox", "public.messages"]);

/**
 * What a request changed, by name. Where only the regular work's tables differ, the request is made again at rest: it had
 * a part in it if they differ once more.
 */
export async function changedByRequest(
  site: Site,
  { sum, before, again }: { sum: () => Promise<Sums>; before: Sums; again: () => Promise<unknown> },
): Promise<{ changed: string[]; after: Sums }> {
  const after = await sum();
  const changed = changedIn(before, after);
  if (changed.length === 0 || changed.some((name) => !WRITTEN_MEANWHILE.has(name))) return { changed, after };
  const atRest = await sumsAtRest(site, sum);
  await again();
  const afterAgain = await sum();
  return { changed: changedIn(atRest, afterAgain), after: afterAgain };
}

/** What is not the same, by name. */
export function changedIn(before: Sums, after: Sums): string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name));
}

export interface Recorded {
  action: string;
  object_id: string;
  request_id: string;
}

/** What was put on record after the row of an id, and the id of the last one. */
export async function recordedSince({ connections }: Site, id: number): Promise<{ last: number; rows: Recorded[] }> {
  const found = await sql<Recorded & { id: number }>`
    select id, action, object_id, request_id from audit_log where id > ${id} order by id`.execute(connections.accounts);
  return { last: found.rows.at(-1)?.id ?? id, rows: found.rows };
}
