import type { Connections } from "../../database/connect.ts";
import type { Rejection } from "../../ingest/reading.ts";
import { inspectFile } from "../layout/inspect-file.ts";
import type { LayoutWish } from "../layout/layout.ts";
import { withFlags } from "../message.ts";
import { createProperty } from "../property.ts";
import { importReadings } from "../readings/import-readings.ts";
import type { OddRow } from "../readings/register-track.ts";
import { byHeader } from "./read-all.ts";

/** When the tests of imports take place. */
export const NOW = Date.parse("2026-06-01T12:00Z");

export interface TestImportOptions {
  wish?: LayoutWish;
  createUnits?: boolean;
  dryRun?: boolean;
  signal?: AbortSignal;
  /** When it takes place, in milliseconds; left out: at NOW. */
  now?: number;
}

/** Imports a file into a property as the command does, with everything reported. */
export async function importFile(
  connections: Connections,
  propertyId: number | null,
  path: string,
  options: TestImportOptions = {},
) {
  const layout = await inspectFile(path, options.wish ?? byHeader);
  const rejected: (Rejection & { reason: string })[] = [];
  const odd: OddRow[] = [];
  const task = {
    path,
    layout,
    propertyId,
    timeZone: layout.format.timeZone ?? "America/Chicago",
    createUnits: options.createUnits ?? false,
    dryRun: options.dryRun ?? false,
  };
  const report = await importReadings(connections, task, () => options.now ?? NOW, {
    signal: options.signal ?? new AbortController().signal,
    progress: () => {},
    rejected: (row) => rejected.push({ ...row, reason: withFlags(row.reason) }),
    odd: (row) => odd.push(row),
  });
  return { report, rejected, odd };
}

/** A property of its own for a test. @returns its id */
export async function newProperty(
  connections: Connections,
  name: string,
  timeZone = "America/Chicago",
): Promise<number> {
  const property = await connections.worker
    .transaction()
    .execute((tx) => createProperty(tx, name, timeZone, "Test organization"));
  return property.id;
}
