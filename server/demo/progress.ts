import { sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";

const schema = z.object({
  /** Number of the local day on which the demo was loaded; the simulation depends on it. */
  loadedOn: z.number().int(),
  /** Everything that arrived until this instant (milliseconds) is stored; null: the first load is not complete. */
  until: z.number().nullable(),
  /** Tokens that the simulated gateways use. */
  tokenIds: z.array(z.number()),
  /** The properties by their keys in the simulation, so that they are found whatever they are called by now. */
  propertyIds: z.record(z.string(), z.int()).default({}),
});
const ProgressRow = z.object({ value: schema });
export type DemoProgress = z.output<typeof schema>;

/** How far the demo has come; null when there is none. */
export async function readDemoProgress(connections: Connections): Promise<DemoProgress | null> {
  const row = await queryRow(connections.worker, ProgressRow)`select value from installation where name = 'demo'`;
  return row?.value ?? null;
}

export async function keepDemoProgress(connections: Connections, progress: DemoProgress): Promise<void> {
  await sql`insert into installation (name, value) values ('demo', ${JSON.stringify(progress)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(connections.worker);
}
