import type { RequestOf } from "../../contract/readings/repair-request.ts";
import { isIn } from "../ingest/place/place-of-reading.ts";
import { EARLIEST } from "../ingest/place/place-reading.ts";
import type { Reading } from "../ingest/reading.ts";
import { supersededIn } from "../ingest/rejudge/known-values.ts";
import { daysIn } from "../ingest/rejudge/rejudge.ts";
import type { Meter, Stretch } from "../metering/inventory/inventory-types.ts";
import { wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { HOUR_MS } from "../time/durations.ts";
import { localDayAt } from "../time/local-day.ts";
import { rejectClosed } from "./closed-days.ts";
import { excludeStretches } from "./excluded-stretches.ts";
import { conflictWith, valuesOfDays } from "./persons-values.ts";
import { inventoryAtWork, meterNamed, type RepairWork, touch } from "./repair-work.ts";
import { storeValues } from "./store-values.ts";

/**
 * Sets hours, intervals or registers to a person's values: these take precedence over those of devices and over earlier
 * ones of persons. One without a value was not measured: device values for it are excluded.
 */
export async function correct(work: RepairWork, request: RequestOf<"correct">): Promise<void> {
  const inventory = await inventoryAtWork(work);
  const meter = meterNamed(inventory, request.meter_serial_number, "meter_serial_number");
  const { hours = [], intervals = [], registers = [] } = request;
  const volumes = hours.length + intervals.length;
  const field = meter.registerFactor !== null ? "registers" : hours.length > 0 || volumes === 0 ? "hours" : "intervals";
  if (field === "registers" ? registers.length === 0 || volumes > 0 : volumes === 0 || registers.length > 0) {
    const [what, fields] = field === "registers" ? ["a register", "registers"] : ["volumes", "hours or intervals"];
    throw wrongField(field, text`Meter "${meter.serial}" reports ${what}: give ${fields}, and nothing else.`);
  }
  await touch(work, [meter.meterId]);
  const rows =
    field === "registers"
      ? registersOf(work, meter, registers)
      : [...hoursOf(work, meter, hours), ...intervalsOf(work, meter, intervals)];
  for (const { stretch, reading } of rows) {
    rejectClosed(inventory, stretch.from, field);
    // Those with a value are validated like any reading.
    if (reading === null && (stretch.from > work.clock() || stretch.from < EARLIEST)) {
      const when = stretch.from < EARLIEST ? text`before 1990` : text`in the future`;
      throw wrongField(field, text`${new Date(stretch.from).toISOString()} lies ${when}. Leave it out.`);
    }
  }
  if (new Set(rows.map(({ stretch }) => `${stretch.from} ${stretch.until}`)).size < rows.length) {
    const what = { hours: "hour", intervals: "interval", registers: "instant" }[field];
    throw wrongField(field, text`${field} name the same ${what} twice.`);
  }
  const unmeasured = rows.filter(({ reading }) => reading === null).map(({ stretch }) => stretch);
  await rejectUnmeasured(work, meter, unmeasured);
  await excludeStretches(
    work,
    unmeasured.map((stretch) => ({ meterId: meter.meterId, ...stretch })),
  );
  const readings = rows.flatMap(({ reading }) => reading ?? []);
  const rejected = (await storeValues(work, readings)).find(({ status }) => status === "rejected");
  if (rejected !== undefined) throw wrongField(field, rejected.reason ?? text`A row cannot be stored.`);
}

interface CorrectedRow {
  /** The hour or interval, or the second of the register. */
  stretch: Stretch;
  /** null: not measured. */
  reading: Reading | null;
}

function hoursOf(work: RepairWork, meter: Meter, hours: NonNullable<RequestOf<"correct">["hours"]>): CorrectedRow[] {
  return hours.map((row, i) => {
    const at = Date.parse(row.hour);
    const { startsAt } = localDayAt(work.timeZone, at);
    if ((at - startsAt) % HOUR_MS !== 0) {
      throw wrongField("hours", text`hour ${row.hour} is not the start of an hour in ${work.timeZone}.`);
    }
    const stretch = { from: at, until: at + HOUR_MS };
    if (row.gallons === null) return { stretch, reading: null };
    const { flow_time: flowTime = null, events = null } = row;
    const reading = { ...blank(work, meter, i, row), kind: "hour" as const, at, flowTime, events };
    return { stretch, reading: { ...reading, gallons: Math.round(row.gallons * 1000) } };
  });
}

function intervalsOf(
  work: RepairWork,
  meter: Meter,
  intervals: NonNullable<RequestOf<"correct">["intervals"]>,
): CorrectedRow[] {
  return intervals.map((row, i) => {
    const at = Math.floor(Date.parse(row.started_at) / 1000) * 1000;
    const stretch = { from: at, until: at + row.minutes * 60_000 };
    if (row.gallons === null) return { stretch, reading: null };
    const { minutes, flow_time: flowTime = null, events = null } = row;
    const reading = { ...blank(work, meter, i, row), kind: "interval" as const, at, minutes, flowTime, events };
    return { stretch, reading: { ...reading, gallons: Math.round(row.gallons * 1000) } };
  });
}

function registersOf(
  work: RepairWork,
  meter: Meter,
  registers: NonNullable<RequestOf<"correct">["registers"]>,
): CorrectedRow[] {
  return registers.map((row, i) => {
    const at = Math.floor(Date.parse(row.read_at) / 1000) * 1000;
    const stretch = { from: at, until: at + 1000 };
    if (row.register === null) return { stretch, reading: null };
    const reading = { ...blank(work, meter, i, row), kind: "register" as const, at, flowTime: null, events: null };
    return { stretch, reading: { ...reading, gallons: Math.round(row.register * 1000) } };
  });
}

function blank({ repairId }: RepairWork, { serial }: Meter, i: number, row: object) {
  return { row: i + 1, serial, raw: JSON.stringify(row), hours: 1, minutes: null, sequence: repairId, class: 1 };
}

/**
 * Excluding device values would leave a person's value in place: that has to be undone first. Registers are known by their
 * second.
 */
async function rejectUnmeasured(work: RepairWork, meter: Meter, stretches: Stretch[]): Promise<void> {
  if (stretches.length === 0) return;
  const { meterId, serial } = meter;
  const from = stretches.reduce((least, stretch) => Math.min(least, stretch.from), Number.POSITIVE_INFINITY);
  const until = stretches.reduce((most, stretch) => Math.max(most, stretch.until), 0);
  const values = await valuesOfDays(work, daysIn(meterId, work.timeZone, { from, until }));
  if (meter.registerFactor !== null) {
    const beside = await supersededIn(work.tx, work.propertyId, meterId, { from, until });
    const known = [...values, ...beside].map(({ at }) => at);
    for (const stretch of stretches) rejectUnknown(meter, stretch.from, known);
  }
  const conflicting = values.find((value) => value.class > 0 && stretches.some((stretch) => isIn(value, stretch)));
  if (conflicting !== undefined) throw await conflictWith(work, conflicting, serial);
}

function rejectUnknown({ serial }: Meter, at: number, known: number[]): void {
  if (known.includes(at)) return;
  const nearest = known.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
  const instant = new Date(at).toISOString();
  throw wrongField(
    "registers",
    nearest === undefined
      ? text`Meter "${serial}" has no register at ${instant}. Leave it out.`
      : text`Meter "${serial}" has no register at ${instant}, but one at ${new Date(nearest).toISOString()}. Give the time of a register to the second.`,
  );
}
