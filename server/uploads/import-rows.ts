import type { I18n } from "@lingui/core";
import { sql } from "kysely";
import { z } from "zod";
import {
  type ImportDetails,
  type ImportRow,
  importOptions,
  importRow,
  oddRow,
  rejectedRow,
} from "../../contract/readings/imports.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { KeptSentence, toKeptJson } from "../problem/kept-sentence.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { translated } from "../problem/translated.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";
import { propertyInScope } from "../query/property-in-scope.ts";
import type { ReceivedFile } from "./receive-file.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** In place of the folder of an upload: the file is in the watched folder. */
export const WATCHED = "watched folder";

/** The stored options of an import request. */
export const KeptOptions = importOptions.extend({ dry_run: z.boolean() });
export type KeptOptions = z.output<typeof KeptOptions>;

const Row = importRow.omit({ dry_run: true }).extend({
  options: KeptOptions,
  interval_text: KeptSentence.nullable(),
  error_text: KeptSentence.nullable(),
  made_at: z.date(),
  finished_at: z.date().nullable(),
});
type Row = z.output<typeof Row>;

/** A row as it is kept: its sentence in English, and as `text` to be translated, which earlier releases did not keep. */
const KeptRejectedRow = rejectedRow.extend({ text: KeptSentence.optional() });
export type KeptRejectedRow = z.output<typeof KeptRejectedRow>;
const KeptOddRow = oddRow.extend({ text: KeptSentence.optional() });
export type KeptOddRow = z.output<typeof KeptOddRow>;
const RowWithDetails = Row.extend({ rejected_rows: z.array(KeptRejectedRow), odd_rows: z.array(KeptOddRow) });

const columns = sql`id, property_id, name, state, options, bytes, bytes_read, rows, stored, duplicate, rejected, interval,
  interval_text, error, error_text, made_by, made_at, finished_at`;

function toWire({ options, made_at, finished_at, interval_text, error_text, ...row }: Row, i18n: I18n): ImportRow {
  return {
    ...row,
    interval: row.interval && translated(interval_text ?? row.interval, i18n),
    error: row.error && translated(error_text ?? row.error, i18n),
    dry_run: options.dry_run,
    duplicate: options.dry_run ? null : row.duplicate,
    made_at: made_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

/** Puts an uploaded file on the list of what is to be imported. */
export async function addImport(
  scope: Scope,
  tx: Transactional,
  input: { propertyId: number; name: string; options: KeptOptions; who: Actor },
  folder: UploadFolder,
  { file, bytes }: ReceivedFile,
  i18n: I18n,
): Promise<ImportRow> {
  await propertyInScope(scope, tx, input.propertyId);
  const row = await queryRow(tx, Row)`
    insert into imports (property_id, name, options, state, bytes, kept_in, file, made_by, made_at)
    values (${input.propertyId}, ${input.name}, ${JSON.stringify(input.options)}::jsonb, 'waiting', ${bytes},
      ${folder.id}, ${file}, ${input.who.email}, ${new Date(input.who.at).toISOString()}::timestamptz)
    returning ${columns}`;
  if (row === undefined) throw new Error("The database returned no row for an insert.");
  const after = { name: row.name, bytes, dry_run: row.options.dry_run };
  await audit(tx, input.who, { action: "import.create", ...importOf(input.propertyId, row.id), after });
  return toWire(row, i18n);
}

/** A page of the imports of a property, and how many there are. */
export async function listImports(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
  input: PageParams & { ordering: "made_at" | "name" | "state" | "-made_at" | "-name" | "-state" },
  i18n: I18n,
): Promise<{ count: number; results: ImportRow[] }> {
  await propertyInScope(scope, tx, propertyId);
  const total = await queryRow(tx, CountRow)`
    select count(*) as count from imports where property_id = ${propertyId}`;
  const found = await queryRows(tx, Row)`
    select ${columns} from imports where property_id = ${propertyId}
    ${orderBy(input.ordering, { made_at: sql`made_at`, name: sql`name`, state: sql`state` }, sql`id desc`)}
    limit ${input.page_size} offset ${(input.page - 1) * input.page_size}`;
  return { count: total?.count ?? 0, results: found.map((row) => toWire(row, i18n)) };
}

/** One import in full. @throws ProblemError `not_found` */
export async function findImport(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
  importId: number,
  i18n: I18n,
): Promise<ImportDetails> {
  await propertyInScope(scope, tx, propertyId);
  const row = await queryRow(tx, RowWithDetails)`
    select ${columns}, rejected_rows, odd_rows from imports
    where property_id = ${propertyId} and id = ${importId}`;
  if (row === undefined) throw noImport();
  const { rejected_rows, odd_rows, ...rest } = row;
  const { dry_run: _, ...options } = row.options;
  return {
    ...toWire(rest, i18n),
    options,
    rejected_rows: rejected_rows.map(({ text: reason, ...kept }) => ({
      ...kept,
      reason: translated(reason ?? kept.reason, i18n),
    })),
    odd_rows: odd_rows.map(({ text: sentence, ...kept }) => ({
      ...kept,
      sentence: translated(sentence ?? kept.sentence, i18n),
    })),
  };
}

/**
 * Cancels an import that waits or runs; its worker notices with its next batch.
 * @throws ProblemError `not_found`, or `not_running` when it is over
 */
export async function interruptImport(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
  importId: number,
  who: Actor,
  i18n: I18n,
): Promise<ImportRow> {
  const known = await findImport(scope, tx, propertyId, importId, i18n);
  const why = text`Interrupted by ${who.email}. What was stored stays; upload the file again to go on.`;
  const row = await queryRow(tx, Row)`
    update imports set state = 'interrupted', finished_at = ${new Date(who.at).toISOString()}::timestamptz,
      error = ${String(why)}, error_text = ${toKeptJson(why)}::jsonb
    where property_id = ${propertyId} and id = ${importId} and state in ('waiting', 'running')
    returning ${columns}`;
  if (row === undefined) throw new ProblemError("not_running", text`This import is ${known.state} already.`);
  const before = { name: row.name, state: known.state };
  await audit(tx, who, { action: "import.interrupt", ...importOf(propertyId, importId), before });
  return toWire(row, i18n);
}

function importOf(propertyId: number, importId: number) {
  return { propertyId, objectType: "import", objectId: importId };
}

function noImport(): ProblemError {
  return new ProblemError("not_found", text`There is no such import at this property.`);
}
