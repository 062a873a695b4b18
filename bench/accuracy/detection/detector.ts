import type { Leak, LeakMeter } from "../../../server/leaks/advance.ts";
import { defaultLeakSettings } from "../../../server/leaks/settings/leak-settings.ts";
import { DaysAtHand } from "../../../server/metering/days/days-at-hand.ts";
import type { WorkDay } from "../../../server/metering/days/work-day.ts";
import type { Meter } from "../../../server/metering/inventory/inventory-types.ts";
import { defaultMeteringSettings, mostPerMinute } from "../../../server/metering/inventory/settings.ts";
import { advanceMeter } from "../../../server/metering/registers/advance-meter.ts";
import { decodeMeterState, newMeterState } from "../../../server/metering/registers/meter-state.ts";
import type { AttachedTo } from "../../../server/readings/meter-day.ts";

/** What the product must know of a meter before its readings. */
export interface MeterKind {
  attachedTo: AttachedTo;
  /** Thousandths of a gallon per unit of its register; null: it reports hours. */
  registerFactor: number | null;
  /** Thousandths of a gallon per count of its register. */
  count: number;
}

/** What the product made of a meter's readings. */
export interface Detected {
  /** In the order of their opening. */
  leaks: Leak[];
  /** In the order of time, hours filled in. */
  days: WorkDay[];
  /** States at the beginnings of days, where they were wanted. */
  checkpoints: Map<number, Buffer>;
}

/** Days before a checkpoint that must be at hand: a leak reaches back over at most so many when it opens. */
export const REACH_DAYS = 7;
const CONFIGURATION = 0;

/**
 * Runs the product's own refresh over a meter's days, in memory: registers to hours, catch-up, leak rules. Sees nothing
 * but readings.
 * @param from a checkpoint to go on from, with the days from REACH_DAYS before it on; null: the meter's first reading
 */
export function detect(
  kind: MeterKind,
  timeZone: string,
  days: WorkDay[],
  { from, keepCheckpoints }: { from: { day: number; state: Buffer } | null; keepCheckpoints: boolean },
): Detected {
  const loadedFrom = from === null ? 0 : from.day - REACH_DAYS;
  const state = from === null ? newMeterState(CONFIGURATION) : decodeMeterState(from.state, CONFIGURATION);
  if (state === null) throw new Error("A checkpoint of this very run cannot be read.");
  const at = new DaysAtHand(1, timeZone, loadedFrom, days);
  const fromDay = from?.day ?? days[0]?.day ?? 0;
  const advance = advanceMeter({
    meter: meterOf(kind),
    leakMeter: leakMeterOf(kind),
    state,
    at,
    fromDay,
    lumpsFrom: fromDay,
    rewound: from !== null,
    wanted: () => keepCheckpoints,
    silentUntil: null,
    isUpToNow: true,
  });
  const leaks = new Map<number, Leak>();
  for (const leak of advance.leaks) leaks.set(leak.startedAt, leak);
  return {
    leaks: [...leaks.values()].sort((a, b) => a.openedAt - b.openedAt),
    days: at.sorted(),
    checkpoints: new Map(advance.checkpoints.map(({ day, state: bytes }) => [day, bytes])),
  };
}

function leakMeterOf({ attachedTo, count }: MeterKind): LeakMeter {
  return { attachedTo, count, continuousUseExpected: false, settings: defaultLeakSettings };
}

function meterOf(kind: MeterKind): Meter {
  const place = { pointId: 1, unitId: 1, attachedTo: kind.attachedTo };
  return {
    ...kind,
    meterId: 1,
    serial: "1",
    buildingId: 1,
    unitId: 1,
    registerWidth: null,
    continuousUseExpected: false,
    mostPerMinute: [mostPerMinute(defaultMeteringSettings, kind.attachedTo)],
    registerDecisions: new Map(),
    excludedPeriods: [],
    services: [{ ...place, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }],
    installations: [],
    fingerprint: CONFIGURATION,
  };
}
