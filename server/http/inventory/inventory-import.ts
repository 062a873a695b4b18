import { Readable } from "node:stream";
import type { I18n } from "@lingui/core";
import type { InventoryImport } from "../../../contract/inventory/inventory-import.ts";
import { actorOf } from "../../audit/audit.ts";
import { type Connections, inScope } from "../../database/connect.ts";
import { applyInventory, type InventoryReport } from "../../imports/inventory/apply-inventory.ts";
import { inventoryKinds } from "../../imports/inventory/difference.ts";
import { type InventoryTable, tableOfRows, tableOfText } from "../../imports/inventory/inventory-table.ts";
import { readTable, rejectEmpty } from "../../imports/inventory/read-table.ts";
import { FileRejected } from "../../imports/rejections.ts";
import { isWorkbook } from "../../imports/workbook/is-workbook.ts";
import { readWorkbook } from "../../imports/workbook/read-workbook.ts";
import { managedScope, rejectUnseen } from "../../inventory/managed-scope.ts";
import { textsFor } from "../../language/request-language.ts";
import { signalChange } from "../../metering/signal.ts";
import { wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { translated } from "../../problem/translated.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";
import { SentFile } from "../body/sent-file.ts";
import type { Routes } from "../route/route.ts";

const MOST_ROWS = 10_000;
/** Further ones are counted, and not listed. */
const MAX_DIFFERENCES = 1000;

type Rows = Parameters<typeof tableOfRows>[0];

/** Serves the upload by which staff add properties, units and meters. */
export function serveInventoryImport(routes: Routes, deps: { connections: Connections; clock: Clock }): void {
  const { connections, clock } = deps;
  routes.scoped("POST /v1/admin/staff/inventory/import", async ({ scope, query, body, request }) => {
    const i18n = textsFor(request);
    const { dry_run: isDryRun, property_id: propertyId = null, name } = query;
    const organization = organizationFor(scope, query.organization_id ?? null, propertyId);
    const property =
      propertyId === null
        ? null
        : await inScope(connections.app, scope, (tx) => propertyInScope(scope, tx, propertyId));
    const { format, table } = await tableOf(request.body, body?.rows ?? null, name);
    const read = judged(() => {
      rejectEmpty(table, name);
      return readTable(table, name, property?.name ?? null);
    });
    const isReady = read.missing.length === 0 && read.rejected.length === 0;
    const report = await applyInventory(
      connections,
      read.rows,
      {
        organization,
        propertyId,
        dryRun: isDryRun || !isReady,
        // Their current scope: another of their uploads may just have created it.
        check: async (tx, id) =>
          rejectUnseen(tx, await managedScope(connections, scope), { organizationId: null, propertyIds: [id] }),
      },
      actorOf(scope, request, clock),
    );
    for (const id of report.propertyIds) signalChange(id);
    const rejected = [...read.rejected, ...report.rejected].sort((a, b) => a.row - b.row);
    return {
      name,
      format,
      sheet: table.sheet,
      dry_run: isDryRun,
      headings_row: table.headingsRow,
      merged_cells: table.mergedCells,
      columns: read.columns,
      missing_columns: read.missing,
      rows: read.asRead,
      rejected: rejected.map((row) => ({ ...row, reason: translated(row.reason, i18n) })),
      ...toResponse(report, i18n),
    };
  });
}

/** Whose the properties are: for all but IONAdmins one of the caller's own organizations. */
function organizationFor(scope: RequestScope, params: number | null, propertyId: number | null): number | null {
  if (params !== null) checkOrganizationInScope(scope, params);
  // A property that is the caller's needs no organization to be found by.
  if (params !== null || scope.role === "IONAdmin" || propertyId !== null) return params;
  const [only, ...others] = scope.organizationIds;
  if (only === undefined || others.length > 0)
    throw wrongField("organization_id", text`Choose one of your organizations.`);
  return only;
}

async function tableOf(
  file: unknown,
  rows: Rows | null,
  name: string,
): Promise<{ format: InventoryImport["format"]; table: InventoryTable }> {
  if (rows !== null) return { format: "json", table: tableOfRows(rows) };
  if (!(file instanceof SentFile) || file.bytes.length === 0)
    throw wrongField("file", text`Send the list as the body.`);
  const { bytes } = file;
  const isBook = isWorkbook(bytes);
  const table = await judgedLater(() => (isBook ? readWorkbook(bytes, name) : tableOfText(textOf(bytes, name))));
  if (table.rows.length > MOST_ROWS) {
    throw wrongField(
      "file",
      text`${name} has ${table.rows.length.toLocaleString("en-US")} rows, and a list may have ${MOST_ROWS.toLocaleString("en-US")}. Split it, or import it with the command line.`,
    );
  }
  return { format: isBook ? "xlsx" : "csv", table };
}

function textOf(bytes: Buffer, name: string): AsyncIterable<string> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return Readable.from([text]);
  } catch {
    // Rejected below.
  }
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0") {
    throw new FileRejected(
      "locked_workbook",
      text`${name} is an Excel workbook with a password, or in a format older than .xlsx. Save it again as .xlsx without a password.`,
    );
  }
  throw new FileRejected("not_utf8", text`${name} is not UTF-8 text. Save it as .xlsx, or as CSV (UTF-8).`);
}

/** Reports what is wrong with a file under the field `file`. */
function judged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asField(error);
  }
}

async function judgedLater<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asField(error);
  }
}

const asField = (error: unknown) => (error instanceof FileRejected ? wrongField("file", error.text) : error);

function toResponse({ differences, applied, propertyIds }: InventoryReport, i18n: I18n) {
  return {
    applied,
    counts: inventoryKinds.map((kind) => ({
      kind,
      new: differences.count(kind, "new"),
      changed: differences.count(kind, "changed"),
      unchanged: differences.count(kind, "unchanged"),
    })),
    differences: differences.list.slice(0, MAX_DIFFERENCES).map((one) => ({
      ...one,
      details: one.details.map((detail) => translated(detail, i18n)),
    })),
    differences_count: differences.list.length,
    property_ids: propertyIds,
  };
}
