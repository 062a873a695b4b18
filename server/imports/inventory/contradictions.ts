import type { InventoryColumn } from "../../../contract/inventory/inventory-import.ts";
import { atRow } from "../../ingest/reading.ts";
import { type Text, text } from "../../problem/text.ts";
import type { InventoryRow } from "./inventory-row.ts";
import type { RejectedInventoryRow } from "./inventory-run.ts";

/** Rows of an inventory that contradict earlier ones, or put more meters at a unit's entry than it has. */
export function contradictions(rows: readonly InventoryRow[]): RejectedInventoryRow[] {
  const rejected: RejectedInventoryRow[] = [];
  const firstSeen = new Map<string, { row: number; value: string | number }>();
  const entries = new Map<string, InventoryRow[]>();

  const reject = (row: InventoryRow, column: InventoryColumn, code: string, sentence: Text) =>
    rejected.push({ row: row.row, raw: row.serial, column, code, reason: atRow(row.row, sentence) });
  /** Rejects a row whose attribute of a place differs from an earlier row's. */
  const same = (row: InventoryRow, about: string[], what: InventoryColumn, value: string | number | null): void => {
    if (value === null) return;
    const key = JSON.stringify([what, ...about]);
    const before = firstSeen.get(key);
    if (before === undefined) firstSeen.set(key, { row: row.row, value });
    else if (before.value !== value) {
      reject(
        row,
        what,
        "contradiction",
        text`${what} of ${about.at(-1)} is "${value}", but row ${before.row} has "${before.value}". Correct one of them.`,
      );
    }
  };

  for (const row of rows) {
    const unit = [row.property, row.building, row.unit ?? ""];
    same(row, [row.property], "time_zone", row.timeZone);
    same(row, [row.property], "street", row.street);
    same(row, [row.property], "city", row.city);
    same(row, [row.property], "state", row.state);
    same(row, [row.property], "zip", row.zip);
    if (row.unit !== null) same(row, unit, "bedrooms", row.bedrooms);
    const serial = JSON.stringify(["serial", row.property, row.serial]);
    const twice = firstSeen.get(serial);
    if (twice === undefined) firstSeen.set(serial, { row: row.row, value: row.serial });
    else
      reject(
        row,
        "serial",
        "serial_twice",
        text`the serial number "${row.serial}" stands in row ${twice.row} already. Remove or correct one of them.`,
      );
    if (row.label !== null) {
      const label = JSON.stringify(["label", ...unit, row.point, row.label]);
      const before = firstSeen.get(label);
      if (before === undefined) firstSeen.set(label, { row: row.row, value: row.label });
      else
        reject(
          row,
          "label",
          "label_twice",
          text`row ${before.row} has the label "${row.label}" for another ${row.point} meter here. Give it a label of its own.`,
        );
    }
    if (row.point === "SPOE" || row.point === "DPOE") {
      const key = JSON.stringify(unit);
      const others = entries.get(key) ?? [];
      entries.set(key, [...others, row]);
      const first = others[0];
      if (first !== undefined && (row.point === "SPOE" || first.point === "SPOE" || others.length > 1)) {
        reject(
          row,
          "point",
          "too_many_entries",
          text`unit ${row.unit} has its whole supply metered by row ${first.row} already. A unit has one SPOE meter, or two DPOE meters.`,
        );
      }
    }
  }
  return rejected;
}
