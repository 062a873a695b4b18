import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ImportOptions } from "../../contract/readings/imports.ts";
import { whileLocked } from "../database/locks.ts";
import { IdRow, queryRow } from "../database/query-rows.ts";
import { findProperty } from "../imports/property.ts";
import { UsageError } from "../imports/usage-error.ts";
import { importReport } from "./import-report.ts";
import { WATCHED } from "./import-rows.ts";
import { layoutWishFor } from "./layout-wish.ts";
import { atWorkPath, filesIn, type Look, lookAt, optionsIn, putAway, putBack, take } from "./property-folder.ts";
import { type ImportDeps, type ImportJob, runImport } from "./run-import.ts";

/** A file that has not grown for so long is whole. */
const SETTLED_MS = 5000;
/** What a disk answers that is full or failing, also of a file that is open already. */
const DISK_ERRORS = new Set(["ENOSPC", "EDQUOT", "EIO", "ESTALE"]);

/** An import that is over, and its file not put away yet. */
type Ended = Look & { into: "done" | "rejected"; report: string };

export interface FolderWatch {
  /** Looks once, and imports the files that are whole. */
  look(): Promise<void>;
}

/**
 * Watches a folder that holds a folder for each property, named by its id or exact name. A file dropped there is
 * imported once it has stopped growing, then moved to `done`, or to `rejected` where any row was rejected, with a
 * report. Files of unknown properties are left alone. Several servers may watch the same folder.
 * @param warn is called once for each problem that a person should look at
 */
export function watchFolder(root: string, deps: ImportDeps, warn: (sentence: string) => void): FolderWatch {
  const { worker } = deps.connections;
  const seen = new Map<string, Look & { since: number }>();
  const ended = new Map<string, Ended>();
  const warned = new Set<string>();
  const warnOnce = (sentence: string) => {
    if (!warned.has(sentence)) warn(sentence);
    warned.add(sentence);
  };

  /** Whether a file is as it was some seconds ago. */
  const isWhole = async (folder: string, name: string): Promise<boolean> => {
    const path = join(folder, name);
    const now = await lookAt(path);
    const before = seen.get(path);
    const isSame = before !== undefined && before.size === now.size && before.mtimeMs === now.mtimeMs;
    // Seen later than now, when our clock was ahead: it would wait until that time has come.
    if (!isSame || before.since > deps.clock()) {
      seen.set(path, { ...now, since: deps.clock() });
      return false;
    }
    return deps.clock() - before.since >= SETTLED_MS;
  };

  const lookInto = async (name: string): Promise<void> => {
    const folder = join(root, name);
    const { dropped, atWork } = await filesIn(folder);
    const whole: string[] = [];
    for (const file of dropped) if (await isWhole(folder, file)) whole.push(file);
    if (whole.length + atWork.length === 0) return;
    const propertyId = await propertyOf(deps, name, warnOnce);
    const options = propertyId === null ? null : await optionsOf(folder, warnOnce);
    if (propertyId === null || options === null) return;
    await whileLocked(worker, "imports", propertyId, async () => {
      for (const file of atWork) {
        // Another server may have been importing it until now.
        if (deps.stop.aborted || !existsSync(atWorkPath(folder, file))) continue;
        await importFile(deps, propertyId, folder, file, options, ended);
      }
      for (const file of whole) {
        if (deps.stop.aborted || !existsSync(join(folder, file)) || !(await take(folder, file))) continue;
        seen.delete(join(folder, file));
        await importFile(deps, propertyId, folder, file, options, ended);
      }
    });
  };

  return {
    look: async () => {
      if (!existsSync(root)) {
        warnOnce(`WATCH_FOLDER ${root} is not there. Make it, with a folder for each property in it.`);
        return;
      }
      const entries = await readdir(root, { withFileTypes: true });
      for (const entry of entries) {
        if (deps.stop.aborted) return;
        if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
        try {
          await lookInto(entry.name);
        } catch (error) {
          if (!isDiskError(error)) throw error;
          warnOnce(`Files in ${join(root, entry.name)} wait until this is corrected: ${error.message}.`);
        }
      }
    },
  };
}

function isDiskError(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error && "syscall" in error)) return false;
  // Whatever is wrong with a path; the network of a database has none.
  return "path" in error || (typeof error.code === "string" && DISK_ERRORS.has(error.code));
}

async function propertyOf(deps: ImportDeps, name: string, warn: (sentence: string) => void): Promise<number | null> {
  try {
    const property = await deps.connections.worker.transaction().execute((tx) => findProperty(tx, name, null));
    if (property !== null) return property.id;
    warn(`The watched folder "${name}" is no property's name or id: its files are left alone.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    warn(`The watched folder "${name}" stands for several properties: name it by the property's id.`);
  }
  return null;
}

async function optionsOf(folder: string, warn: (sentence: string) => void): Promise<ImportOptions | null> {
  try {
    const options = await optionsIn(folder);
    layoutWishFor(options);
    return options;
  } catch (error) {
    warn(`${error instanceof Error ? error.message : String(error)}. Until it is corrected, files in ${folder} wait.`);
    return null;
  }
}

/** @param ended of files whose import is over: they are put away, and not imported again */
async function importFile(
  deps: ImportDeps,
  propertyId: number,
  folder: string,
  name: string,
  options: ImportOptions,
  ended: Map<string, Ended>,
): Promise<void> {
  const path = atWorkPath(folder, name);
  const before = await lookAt(path);
  const over = ended.get(path);
  if (over !== undefined && over.size === before.size && over.mtimeMs === before.mtimeMs) {
    await putAway(folder, name, over.into, over.report);
    ended.delete(path);
    return;
  }
  const importId = await importRowOf(deps, propertyId, name, options, before.size);
  const job: ImportJob = { propertyId, importId, name, path, options, dryRun: false };
  const end = await runImport(deps, job);
  if (end.state === "unfinished") return;
  const after = await lookAt(path);
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
    await putBack(folder, name);
    return;
  }
  const into = end.state === "done" && end.rejected === 0 ? "done" : "rejected";
  const report = importReport(job, end);
  ended.set(path, { ...after, into, report });
  await putAway(folder, name, into, report);
  ended.delete(path);
}

/** The row of an import that a server left unfinished, or a new one. */
async function importRowOf(
  { connections: { worker }, clock }: ImportDeps,
  propertyId: number,
  name: string,
  options: ImportOptions,
  bytes: number,
): Promise<number> {
  const kept = JSON.stringify({ ...options, dry_run: false });
  const known = await queryRow(worker, IdRow)`
    select id from imports where property_id = ${propertyId} and kept_in = ${WATCHED} and file = ${name}
      and state in ('waiting', 'running') order by id limit 1`;
  if (known !== undefined) return known.id;
  const row = await queryRow(worker, IdRow)`
    insert into imports (property_id, name, options, state, bytes, kept_in, file, made_by, made_at)
    values (${propertyId}, ${name}, ${kept}::jsonb, 'running', ${bytes}, ${WATCHED}, ${name}, ${WATCHED},
      ${new Date(clock()).toISOString()}::timestamptz)
    returning id`;
  if (row === undefined) throw new Error("The database returned no row for an insert.");
  return row.id;
}
