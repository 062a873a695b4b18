import type { Connections } from "../../database/connect.ts";
import { ensureMonths } from "../../database/partitions.ts";
import type { RuleEvidence } from "../../leaks/state/leak.ts";
import { recalculateCases } from "../../metering/cases/recalculate-cases.ts";
import { calculateLastSeen } from "../../metering/last-seen/meter-status.ts";
import { noteRefreshed } from "../../metering/roll-up/grow-figures.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import type { TestMeter } from "./places.ts";

/** What a meter's day holds; volumes in thousandths of a gallon, by hour slot. */
export interface TestHours {
  gallons: (number | null)[];
  flowTime?: (number | null)[];
  events?: (number | null)[];
  estimated?: (number | null)[];
  leaked?: number[];
  covered?: number;
}

/** The same value for every hour of the day. */
export function everyHour(value: number, hours = 24): number[] {
  return Array.from({ length: hours }, () => value);
}

/** Stores one day of a meter with the totals that follow from its hours. */
export async function writeDay(connections: Connections, meter: TestMeter, day: string, read: TestHours) {
  const { hours } = localDay(meter.property.timeZone, dayNumber(day));
  const slots = Array.from({ length: hours }, (_, slot) => slot);
  const covered = read.covered ?? 0;
  const isMeasured = (slot: number) => (read.gallons[slot] ?? null) !== null || (covered & (1 << slot)) !== 0;
  const all = [...read.gallons, ...(read.estimated ?? [])];
  await ensureMonths(connections.owner, [day]);
  await connections.worker
    .insertInto("meter_days")
    .values({
      property_id: meter.property.id,
      meter_id: meter.id,
      day,
      hours,
      gallons: slots.map((slot) => read.gallons[slot] ?? null),
      flow_time: read.flowTime ?? null,
      events: read.events ?? null,
      sequences: null,
      classes: null,
      lumps: "null",
      register_seconds: null,
      registers: null,
      register_sequences: null,
      estimated: read.estimated ?? null,
      covered,
      leak_gallons: read.leaked ?? null,
      hours_measured: slots.filter(isMeasured).length,
      gallons_total: sumOf(all),
      estimated_total: sumOf(read.estimated ?? []) ?? 0,
      leak_total: sumOf(read.leaked ?? []) ?? 0,
      flow_total: sumOf(read.flowTime ?? []),
      events_total: sumOf(read.events ?? []),
      hours_with_flow: read.gallons.filter((value) => value !== null && value > 0).length,
    })
    .execute();
  await connections.worker.transaction().execute(async (tx) => {
    await calculateLastSeen(tx, meter.property.id, [meter.id]);
    await noteRefreshed(tx, meter.property.id);
  });
}

/** null without any value: nothing is known. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Stores a leak of a meter that was found by flow time and later by a long run; it goes on unless `ended_at` is given. `gallons_total` in thousandths. */
export async function addLeak(
  { worker }: Connections,
  meter: TestMeter,
  leak: { started_at: string; ended_at?: string; suspected?: boolean; gallons_total: number },
) {
  const kind = { Toilet: "toilet leak", "Water Heater": "water heater" } as const;
  await worker
    .insertInto("leaks")
    .values({
      property_id: meter.property.id,
      meter_id: meter.id,
      unit_id: meter.unitId,
      kind:
        meter.attachedTo === "Toilet" || meter.attachedTo === "Water Heater" ? kind[meter.attachedTo] : "other leak",
      opened_at: leak.started_at,
      last_confirmed_at: leak.started_at,
      rules: ["continuous", "long_run"],
      confidence: "high",
      evidence: JSON.stringify([
        evidenceAt("long_run", Date.parse(leak.started_at) + 3_600_000),
        evidenceAt("continuous", Date.parse(leak.started_at)),
      ]),
      ...leak,
    })
    .execute();
  const { id: propertyId, timeZone } = meter.property;
  await worker.transaction().execute((tx) => recalculateCases(tx, { propertyId, timeZone }, Date.now()));
}

function evidenceAt(rule: "long_run" | "continuous", windowEnd: number): RuleEvidence {
  return {
    rule,
    confidence: "high",
    windowStart: windowEnd - 24 * 3_600_000,
    windowEnd,
    hoursMeasured: 24,
    hoursMissing: 0,
    suspected: false,
    lowest: 500,
    measure: rule === "long_run" ? "hours_with_water" : "flow_minutes",
    value: 24,
    threshold: 24,
    own: null,
  };
}
