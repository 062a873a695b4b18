import { sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../database/connect.ts";

const schema = z.object({
  /** Number of the local day on which the demo was loaded; the simulation depends on it. */
  loadedOn: z.number().int(),
  /** Everything that arrived until this instant (milliseconds) is stored; null: the first load is not complete. */
  until: z.number().nullable(),
  /** Tokens that the simulated gateways use. */
  tokenIds: z.array(z.number()),
});
export type DemoProgress = z.infer<typeof schema>;

/** How far the demo has come; null when there is none. */
export async function readDemoProgress(connections: Connections): Promise<DemoProgress | null> {
  const rows = await sql<{ value: unknown }>`select value from installation where name = 'demo'`.execute(
    connections.worker,
  );
  const row = rows.rows[0];
  return row === undefined ? null : schema.parse(row.value);
}

export async function keepDemoProgress(connections: Connections, progress: DemoProgress): Promise<void> {
  await sql`insert into installation (name, value) values ('demo', ${JSON.stringify(progress)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(connections.worker);
}
