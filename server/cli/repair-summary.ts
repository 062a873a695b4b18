import type { EffectLeak, RepairEffect } from "../../contract/repair-effect.ts";
import type { ListedRepair, RepairAnswer } from "../../contract/repairs.ts";
import { plainText } from "./plain-text.ts";
import { type Columns, minute, table } from "./table.ts";

/** Days shown of each meter; the others are in the sums. */
const MOST_DAYS = 31;

/** Prints what a repair changed or would change. */
export function showRepair(answer: RepairAnswer): void {
  const lines = effectLines(answer.effect);
  for (const { id, status, reason } of answer.refused_readings) {
    if (reason !== undefined) lines.push(`row ${id}: ${status}. ${reason}`);
  }
  const stored = answer.refused_readings.filter(({ status }) => status !== "refused").length;
  const isUndo = answer.undone_at !== null;
  if (answer.refused_readings.length > 0 && !isUndo)
    lines.push(`${stored} of ${answer.refused_readings.length} rows were taken.`);
  if (answer.preview) lines.push("Preview: nothing was changed.");
  else if (isUndo) lines.push(`Repair ${answer.id} is undone.`);
  else lines.push(`Repair ${answer.id} is made. Take it back with: repair undo ${answer.id}`);
  process.stdout.write(`${lines.map(plainText).join("\n")}\n`);
}

/** A repair's effect as a person reads it. */
export function effectLines({ meters, units, costs }: RepairEffect): string[] {
  const lines: string[] = [];
  for (const meter of meters) {
    lines.push(`${meter.meter_serial_number}: ${daysOf(meter)}`);
    for (const day of meter.days.slice(0, MOST_DAYS)) lines.push(`  ${day.date}  ${change(day)}`);
    if (meter.days.length > MOST_DAYS) lines.push(`  and ${meter.days.length - MOST_DAYS} days more`);
    for (const leak of meter.leaks_opened) lines.push(`  + ${leakOf(leak)}`);
    for (const leak of meter.leaks_gone) lines.push(`  - ${leakOf(leak)}`);
    for (const { before, after } of meter.leaks_changed) lines.push(`  ~ ${leakOf(before)} -> ${leakOf(after)}`);
  }
  for (const unit of units) lines.push(`${unit.building_name} / ${unit.unit_name}: ${daysOf(unit)}`);
  if (costs !== undefined) {
    const { cost_before, cost_after, leak_cost_before, leak_cost_after } = costs;
    lines.push(
      `cost ${dollars(cost_before)} -> ${dollars(cost_after)}, of leaks ${dollars(leak_cost_before)} -> ${dollars(leak_cost_after)}`,
    );
  }
  if (lines.length === 0) lines.push("No day and no leak changes.");
  return lines;
}

type Change = Pick<
  RepairEffect["units"][number],
  "gallons_before" | "gallons_after" | "leak_gallons_before" | "leak_gallons_after"
>;

function daysOf(of: Change & { days_changed: number }): string {
  return `${of.days_changed} ${of.days_changed === 1 ? "day" : "days"}, ${change(of)}`;
}

function change(of: Change): string {
  const leaked =
    of.leak_gallons_before === 0 && of.leak_gallons_after === 0
      ? ""
      : `, leaked ${number(of.leak_gallons_before)} -> ${number(of.leak_gallons_after)}`;
  return `${number(of.gallons_before)} -> ${number(of.gallons_after)} gallons${leaked}`;
}

function leakOf({ leak_type, suspected, started_at, ended_at, total_gallons_leaked }: EffectLeak): string {
  const span = `${leak_type} from ${started_at} to ${ended_at ?? "now"}`;
  return suspected ? `suspected ${span}, in no list or sum` : `${span}, ${number(total_gallons_leaked)} gallons`;
}

function number(value: number | null): string {
  return value === null ? "not measured" : value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}

function dollars(value: number): string {
  return `$${value.toFixed(2)}`;
}

const listed: Columns<ListedRepair> = {
  id: (row) => row.id,
  kind: (row) => row.kind,
  made: (row) => minute(row.made_at),
  by: (row) => row.made_by,
  days: (row) => row.days_changed,
  gallons: (row) => (row.days_changed === 0 ? null : `${number(row.gallons_before)} -> ${number(row.gallons_after)}`),
  undone: (row) => (row.undone_at === null ? null : `${minute(row.undone_at)} by ${row.undone_by}`),
  reason: (row) => row.reason,
};

/** Prints repairs, one a line. */
export function showListed(rows: ListedRepair[]): void {
  process.stdout.write(rows.length === 0 ? "There are no repairs.\n" : table(listed, rows));
}
