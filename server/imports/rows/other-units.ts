import { atRow } from "../../ingest/reading.ts";
import type { Inventory } from "../../metering/inventory/inventory-types.ts";
import { text } from "../../problem/text.ts";
import { pluralOf, registerUnitOf } from "../cells/register-units.ts";
import type { FileFormat } from "../layout/file-format.ts";
import { option } from "../message.ts";
import type { ReadingBatch } from "./reading-batches.ts";

/** Rejects registers of meters that are known to report in another unit than the file's. */
export function rejectOtherUnits(batch: ReadingBatch, inventory: Inventory, format: FileFormat): ReadingBatch {
  if (format.kind !== "register" || format.inOwnUnit === true) return batch;
  const factor = registerUnitOf(format).factor;
  const others = new Set<string>();
  for (const { serial, registerFactor } of inventory.bySerial.values()) {
    if (registerFactor !== null && Math.abs(registerFactor / factor - 1) > 1e-6) others.add(serial);
  }
  if (others.size === 0) return batch;
  const rejected = [...batch.rejected];
  const readings = batch.readings.filter((reading) => {
    if (!others.has(reading.serial)) return true;
    const { row, raw, serial } = reading;
    const reason = text`the file's registers are read in ${pluralOf(format.unit)}, but meter "${serial}" reports in another unit. Say the file's unit with ${option("unit")}, or ${option("map")} register_own_unit=COLUMN where each is in its meter's own unit, such as pulses; or correct the meter in the inventory.`;
    rejected.push({ row, raw, code: "wrong_unit", reason: atRow(row, reason) });
    return false;
  });
  return { readings, rejected };
}
