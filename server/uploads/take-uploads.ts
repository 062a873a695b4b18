import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../database/connect.ts";
import { whileLocked } from "../database/locks.ts";
import { queryRows } from "../database/query-rows.ts";
import { toKeptJson } from "../problem/kept-sentence.ts";
import { type Text, text } from "../problem/text.ts";
import type { Clock } from "../time/clock.ts";
import { KeptOptions, WATCHED } from "./import-rows.ts";
import { type ImportDeps, runImport } from "./run-import.ts";
import { deleteAbandoned, type UploadFolder } from "./upload-folder.ts";

const EndedImport = z.object({ property_id: z.int(), id: z.int(), file: z.string() });

const FileRow = z.object({ file: z.string() });

const LostImport = z.object({ property_id: z.int(), id: z.int() });

const Waiting = z.object({
  property_id: z.int(),
  id: z.int(),
  name: z.string(),
  file: z.string(),
  options: KeptOptions,
});

/** The time after which an import is given up whose server, which has the file, has not restarted. */
const GIVEN_UP_MS = 24 * 3_600_000;

/**
 * Imports the files that wait in this server's upload folder, one after another, also those at which it was killed.
 * Files that are done with are deleted.
 */
export async function takeUploads(deps: ImportDeps, folder: UploadFolder): Promise<void> {
  const { clock, stop } = deps;
  const { worker } = deps.connections;
  const waiting = await queryRows(worker, Waiting)`
    select property_id, id, name, file, options from imports
    where state in ('waiting', 'running') and kept_in = ${folder.id} and file is not null
    order by made_at, id`;
  for (const row of waiting) {
    if (stop.aborted) return;
    const path = join(folder.path, row.file);
    if (!existsSync(path)) {
      await giveUp(worker, row, text`The file is missing from the server's data folder. Upload it again.`, clock());
      continue;
    }
    const { dry_run: dryRun, ...options } = row.options;
    const job = { propertyId: row.property_id, importId: row.id, name: row.name, path, options, dryRun };
    await whileLocked(worker, "imports", row.property_id, () => runImport(deps, job));
  }
  await deleteDone(worker, folder);
}

/** Deletes the files of imports that are over. */
async function deleteDone(worker: Connections["worker"], folder: UploadFolder): Promise<void> {
  const over = await queryRows(worker, EndedImport)`
    select property_id, id, file from imports
    where state not in ('waiting', 'running') and kept_in = ${folder.id} and file is not null`;
  for (const { property_id, id, file } of over) {
    await rm(join(folder.path, file), { force: true });
    await sql`update imports set file = null where property_id = ${property_id} and id = ${id}`.execute(worker);
  }
}

/** Once a day: deletes files without an import, and gives up imports whose server did not restart. */
export async function tidyUploads({ worker }: Connections, clock: Clock, folder: UploadFolder): Promise<void> {
  const known = await queryRows(worker, FileRow)`
    select file from imports where kept_in = ${folder.id} and file is not null`;
  await deleteAbandoned(folder, new Set(known.map(({ file }) => file)), clock());
  const lost = await queryRows(worker, LostImport)`
    select property_id, id from imports
    where state in ('waiting', 'running') and kept_in not in (${folder.id}, ${WATCHED})
      and made_at < ${new Date(clock() - GIVEN_UP_MS).toISOString()}::timestamptz`;
  const why = text`The server that has the file did not restart in time. What was stored stays; upload the file again.`;
  for (const row of lost)
    await whileLocked(worker, "imports", row.property_id, () => giveUp(worker, row, why, clock()));
}

async function giveUp(
  worker: Connections["worker"],
  { property_id, id }: { property_id: number; id: number },
  why: Text,
  at: number,
): Promise<void> {
  await sql`
    update imports set state = 'interrupted', error = ${String(why)}, error_text = ${toKeptJson(why)}::jsonb,
      finished_at = ${new Date(at).toISOString()}::timestamptz
    where property_id = ${property_id} and id = ${id} and state in ('waiting', 'running')`.execute(worker);
}
