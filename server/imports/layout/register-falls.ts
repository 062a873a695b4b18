import { type DateOrder, dayIn, type WrittenDate } from "../times/written-date.ts";

/** A register with its time as written. */
export interface SampledRegister {
  /** null: written as `minutes` alone. */
  date: WrittenDate | null;
  /** Minutes since midnight; without a date since any instant. */
  minutes: number;
  register: number;
}

/** Registers of meters in the order of their times. */
export interface Falls {
  rows: number;
  /** Rows that lie below the highest before them. */
  below: number;
  /** Whether that is more than a reset, a swap or a wrong register explains. */
  isRejected: boolean;
}

/** A register that falls less often was reset or swapped, or one of its readings is wrong. */
const FEW_FALLS = 3;
/** So is one that falls less often than on one day in ten: swapped days fall on more of them. */
const FEW_OF_DAYS = 0.1;

/** How the registers of some meters run with their dates read in this way. Dates that do not exist are left out. */
export function falls(
  samples: ReadonlyMap<string, readonly SampledRegister[]>,
  { order, isMixed }: { order: DateOrder; isMixed: boolean },
): Falls {
  const found = { rows: 0, below: 0, often: 0 };
  for (const sampled of samples.values()) {
    const timed = sampled
      .map(({ date, ...one }) => ({ ...one, day: date === null ? 0 : dayIn(order, date, isMixed) }))
      .filter(({ day }) => day !== null)
      .sort((a, b) => (a.day ?? 0) - (b.day ?? 0) || a.minutes - b.minutes);
    let [highest, last, fallen, below] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
    for (const { register } of timed) {
      if (register < last) fallen++;
      if (register < highest) below++;
      highest = Math.max(highest, register);
      last = register;
    }
    found.rows += timed.length;
    found.below += below;
    const days = new Set(timed.map(({ day }) => day)).size;
    if (fallen >= Math.max(FEW_FALLS, days * FEW_OF_DAYS)) found.often += below;
  }
  return { rows: found.rows, below: found.below, isRejected: found.often * 3 > found.rows };
}

/** Minutes since midnight, precise enough to compare two rows. */
export function minutesIn(rest: string): number {
  const [, hour = "0", minute = "0", second = "0", half] =
    /(\d{1,2}):?(\d{2})?(?::?(\d{2}))?\s*([ap])?/i.exec(rest) ?? [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return hours * 60 + Number(minute) + Number(second) / 60;
}
