import type { RequestOf } from "../../contract/repair-request.ts";
import type { Redriven } from "../../contract/repairs.ts";
import { parseReading } from "../ingest/parse-readings.ts";
import { placeReading } from "../ingest/place-reading.ts";
import type { Reading, Refusal } from "../ingest/reading.ts";
import type { Inventory } from "../metering/inventory.ts";
import { type OpenRow, openRows, openRowsWhere, settle } from "./open-rows.ts";
import { readAgain } from "./read-again.ts";
import { fieldError, inventoryAtWork, type RepairWork } from "./repair-work.ts";
import { storeValues } from "./store-values.ts";

/** A row with what was put right of it. */
interface EditedRow extends OpenRow {
  /** The corrected text, of the same form; null: as it came. */
  edited: string | null;
  /** The corrected reading in place of the text; null: none. */
  reading: Record<string, unknown> | null;
}

/**
 * Sends refused rows again. One that is as it came is a device's reading; one that was put right is what a person says,
 * above any device. Rows that are refused again stay open.
 */
export async function redrive(work: RepairWork, request: RequestOf<"redrive">): Promise<void> {
  const rows = await rowsOf(work, request);
  const inventory = await inventoryAtWork(work);
  const good: Reading[] = [];
  const taken: EditedRow[] = [];
  for (const [i, row] of rows.entries()) {
    const read = await readRow(work, i + 1, row, inventory);
    const placed = "code" in read ? read : placeReading(inventory, read, work.clock());
    if ("code" in placed) {
      const reason = placed.reason.replace(/^Row \d+: /, "");
      work.refusedReadings.push({ id: row.id, status: "refused", code: placed.code, reason });
    } else {
      good.push(placed.reading);
      taken.push(row);
    }
  }
  if (taken.length === 0) {
    const [first] = work.refusedReadings;
    throw fieldError(
      request.where === undefined ? "rows" : "where",
      `Every row is refused again. Row ${first?.id}: ${first?.reason}`,
    );
  }
  const outcomes = await storeValues(work, good);
  for (const [i, row] of taken.entries()) work.refusedReadings.push(redriven(row, outcomes[i]));
  work.refusedReadings.sort((a, b) => a.id - b.id);
  await settle(
    work,
    taken.map(({ id }) => id),
    "stored",
  );
}

async function rowsOf(work: RepairWork, { rows, where }: RequestOf<"redrive">): Promise<EditedRow[]> {
  if ((rows === undefined) === (where === undefined)) {
    throw fieldError("rows", "Give either rows or where: the refused rows that are sent again.");
  }
  if (where !== undefined) {
    const found = await openRowsWhere(work, where);
    return found.map((row) => ({ ...row, edited: null, reading: null }));
  }
  const asked = new Map((rows ?? []).map((row) => [row.id, row]));
  if (asked.size < (rows ?? []).length) throw fieldError("rows", "rows name the same id twice.");
  const found = await openRows(work, [...asked.keys()], "rows");
  return found.map((row) => {
    const { raw, reading } = asked.get(row.id) ?? {};
    if (raw !== undefined && reading !== undefined) {
      throw fieldError("rows", `Row ${row.id} has a raw text and a reading: give one of them.`);
    }
    return { ...row, edited: raw === undefined || raw === row.raw ? null : raw, reading: reading ?? null };
  });
}

async function readRow(
  work: RepairWork,
  number: number,
  { raw, form, edited, reading }: EditedRow,
  inventory: Inventory,
): Promise<Reading | Refusal> {
  const read =
    reading === null
      ? await readAgain(number, { raw: edited ?? raw, form }, inventory)
      : parseReading(number, { value: reading, raw: JSON.stringify(reading) });
  if ("code" in read || (reading === null && edited === null)) return read;
  return { ...read, raw: edited ?? raw, class: 1, sequence: work.repairId };
}

function redriven({ id }: EditedRow, outcome: Awaited<ReturnType<typeof storeValues>>[number] | undefined): Redriven {
  const { status = "refused", code, reason } = outcome ?? {};
  return {
    id,
    status,
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason: reason.replace(/^Row \d+: /, "") }),
  };
}
