import type { Register } from "../../../leak-benchmark/readings/register.ts";
import { thousandthsPer } from "../../../server/imports/cells/register-units.ts";
import { openSourceFile } from "../../../server/imports/files/source-file.ts";
import type { Layout } from "../../../server/imports/layout/layout.ts";
import { withFlags } from "../../../server/imports/message.ts";
import { readingBatches } from "../../../server/imports/rows/reading-batches.ts";
import { emptyWorkDay, type WorkDay } from "../../../server/metering/days/work-day.ts";
import { localDayAt } from "../../../server/time/local-day.ts";
import { daiadLayout, toBenchMessage } from "./daiad-layout.ts";
import type { MeterKind } from "./detector.ts";

export interface RegisterFile {
  layout: Layout;
  timeZone: string;
  /** By serial number, each in the order of time, one per instant. */
  meters: Map<string, Register[]>;
  /** Why rows were rejected, in the words of the import. */
  rejected: string[];
}

/** Whole-unit meters with litre registers, as in the DAIAD format. */
export const litreMeter: MeterKind = {
  attachedTo: "SPOE",
  registerFactor: thousandthsPer("litre"),
  count: Math.round(thousandthsPer("litre")),
};

/**
 * Reads a file in the DAIAD format the way the product's import does: columns in any order, delimiter detected, gzip
 * known by its first bytes, the doubled hour distinguished by the order of the rows.
 * @param timeZone the zone of its local times; null: that of the format
 * @throws FileRejected, UsageError with what to do
 */
export async function readRegisters(path: string, timeZone: string | null): Promise<RegisterFile> {
  const layout = await daiadLayout(path);
  const zone = timeZone ?? layout.format.timeZone ?? "UTC";
  const found = new Map<string, Map<number, number>>();
  const rejected: string[] = [];
  for await (const batch of readingBatches(await openSourceFile(path), layout, zone)) {
    rejected.push(...batch.rejected.map(({ reason }) => toBenchMessage(withFlags(reason))));
    for (const { row, serial, at, gallons } of batch.readings) {
      if (gallons < 0) {
        rejected.push(`Row ${row}: the register is negative.`);
        continue;
      }
      const meter = found.get(serial) ?? new Map<number, number>();
      found.set(serial, meter);
      const second = Math.floor(at / 1000) * 1000;
      // Of two registers at one instant the product counts the higher.
      meter.set(second, Math.max(gallons, meter.get(second) ?? 0));
    }
  }
  const meters = new Map<string, Register[]>();
  for (const [serial, byInstant] of found) {
    const registers = [...byInstant].map(([at, millilitres]) => ({ at, millilitres }));
    meters.set(
      serial,
      registers.sort((a, b) => a.at - b.at),
    );
  }
  return { layout, timeZone: zone, meters, rejected };
}

/** Registers packed by local day, as the product stores them. */
export function daysOf(registers: readonly Register[], timeZone: string): WorkDay[] {
  const days: WorkDay[] = [];
  for (const { at, millilitres } of registers) {
    const { day, startsAt } = localDayAt(timeZone, at);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { ...emptyWorkDay(1, timeZone, day), registerSeconds: [], registers: [] };
      days.push(last);
    }
    last.registerSeconds?.push((at - startsAt) / 1000);
    last.registers?.push(millilitres);
  }
  return days;
}
