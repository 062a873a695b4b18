import type { RequestOf } from "../../../contract/readings/repair-request.ts";
import { parseReading } from "../../ingest/batch/parse-readings.ts";
import { placeReading } from "../../ingest/place/place-reading.ts";
import { type Reading, type Rejection, withoutRow } from "../../ingest/reading.ts";
import type { Inventory } from "../../metering/inventory/inventory-types.ts";
import { type Sentence, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { spelledIn } from "../../uplinks/map-uplink.ts";
import { uplinkForm } from "../../uplinks/read-uplink.ts";
import { mappingOf } from "../../uplinks/stored-mapping.ts";
import type { RecordedRow } from "../recorded-row.ts";
import { inventoryAtWork, type RepairWork } from "../repair-work.ts";
import { storeValues } from "../store-values.ts";
import { MOST_ROWS, type OpenRow, openRows, openRowsWhere, settle } from "./open-rows.ts";
import { readAgain } from "./read-again.ts";
import { readUplinkAgain } from "./read-uplink-again.ts";

/** A row with its corrected fields. */
interface EditedRow extends OpenRow {
  /** The corrected text, of the same form; null: unchanged. */
  edited: string | null;
  /** The corrected reading in place of the text; null: none. */
  reading: Record<string, unknown> | null;
}

/**
 * Processes rejected rows again. One that is unchanged is a device's reading; a corrected one is a person's value,
 * which takes precedence over any device's. Rows that are rejected again stay open, and do not keep later ones from being
 * stored.
 */
export async function redrive(work: RepairWork, request: RequestOf<"redrive">): Promise<void> {
  const rows = await rowsOf(work, request);
  const inventory = await inventoryAtWork(work);
  const good: Reading[] = [];
  const taken: { row: EditedRow; from: number }[] = [];
  for (const row of rows) {
    if (taken.length === MOST_ROWS) break;
    const read = await readRow(work, good.length + 1, row, inventory);
    const rejection = "code" in read ? read : firstRejected(inventory, read, work.clock());
    if ("code" in read || rejection !== null) {
      if (work.rejectedReadings.length === MOST_ROWS) continue;
      const { code = "", reason = "" } = rejection ?? {};
      work.rejectedReadings.push({ id: row.id, status: "rejected", code, ...reasonOf(reason) });
    } else {
      taken.push({ row, from: good.length });
      good.push(...read.map((reading, i) => ({ ...reading, row: good.length + i + 1 })));
    }
  }
  if (taken.length === 0) {
    const [first] = work.rejectedReadings;
    throw wrongField(
      request.where === undefined ? "rows" : "where",
      text`Every row was rejected again. Row ${first?.id}: ${first?.text}`,
    );
  }
  const outcomes = await storeValues(work, good);
  for (const [i, { row, from }] of taken.entries()) {
    work.rejectedReadings.push(redriven(row, outcomes.slice(from, taken[i + 1]?.from)));
  }
  work.rejectedReadings.sort((a, b) => a.id - b.id);
  await settle(
    work,
    taken.map(({ row }) => row.id),
    "stored",
  );
}

async function rowsOf(work: RepairWork, { rows, where }: RequestOf<"redrive">): Promise<EditedRow[]> {
  if ((rows === undefined) === (where === undefined)) {
    throw wrongField("rows", text`Give either rows or where: the rejected rows to process again.`);
  }
  if (where !== undefined) {
    const found = await openRowsWhere(work, where);
    return found.map((row) => ({ ...row, edited: null, reading: null }));
  }
  const input = new Map((rows ?? []).map((row) => [row.id, row]));
  if (input.size < (rows ?? []).length) throw wrongField("rows", text`rows name the same id twice.`);
  const found = await openRows(work, [...input.keys()], "rows");
  return found.map((row) => {
    const { raw, reading } = input.get(row.id) ?? {};
    if (raw !== undefined && reading !== undefined) {
      throw wrongField("rows", text`Row ${row.id} has a raw text and a reading: give one of them.`);
    }
    return { ...row, edited: raw === undefined || raw === row.raw ? null : raw, reading: reading ?? null };
  });
}

/** The readings of a row: one, or as many as a network server's post holds. */
async function readRow(
  work: RepairWork,
  number: number,
  { raw, form, gateway_id, edited, reading }: EditedRow,
  inventory: Inventory,
): Promise<Reading[] | Rejection> {
  const kept = { raw: edited ?? raw, form };
  const uplink = uplinkForm.safeParse(form);
  const read =
    reading !== null
      ? parseReading(number, { value: reading, raw: JSON.stringify(reading) })
      : uplink.success
        ? await readUplinkAgain(work, number, { ...kept, gateway_id }, uplink.data, inventory)
        : await readAgain(number, kept, inventory);
  if ("code" in read) return read;
  const readings = "serial" in read ? [await spelled(work, read, kept.form, gateway_id, inventory)] : read;
  if (reading === null && edited === null) return readings;
  return readings.map((one) => ({ ...one, raw: kept.raw, class: 1, sequence: work.repairId }));
}

/** A reading with its serial number as in the inventory: those that uplinks were mapped to have it in any case. */
async function spelled(
  { tx, propertyId }: RepairWork,
  reading: Reading,
  form: unknown,
  gatewayId: number | null,
  inventory: Inventory,
): Promise<Reading> {
  if (form !== null || gatewayId === null) return reading;
  const serial = spelledIn(inventory, reading.serial);
  const mapping = serial === reading.serial ? null : await mappingOf(tx, propertyId, { id: gatewayId });
  return mapping ? { ...reading, serial } : reading;
}

function firstRejected(inventory: Inventory, readings: Reading[], now: number): Rejection | null {
  for (const reading of readings) {
    const placed = placeReading(inventory, reading, now);
    if ("code" in placed) return placed;
  }
  return null;
}

/** The outcome of a row: stored, if any of its readings was. */
function redriven({ id }: EditedRow, outcomes: Awaited<ReturnType<typeof storeValues>>): RecordedRow {
  const first = outcomes.find(({ code }) => code !== undefined);
  const status = outcomes.some((outcome) => outcome.status === "stored") ? "stored" : "duplicate";
  if (first?.code === undefined) return { id, status };
  return { id, status, code: first.code, ...reasonOf(first.reason ?? "") };
}

/** A reason without its row, in English and to be translated. */
function reasonOf(reason: Sentence): { reason: string; text: Sentence } {
  const text = withoutRow(reason);
  return { reason: String(text), text };
}
