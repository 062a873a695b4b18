/** How well the meters were read in a period. */
export interface Coverage {
  meter_days_read: number;
  meter_days_expected: number;
}

/** Share of the meter-days that must have been read on either side of a comparison. */
const READ_FROM = 0.8;

/** Whether two periods may be compared: either with 80 % of its meter-days read. */
export function isComparable(now: Coverage, before: Coverage): boolean {
  return [now, before].every(
    ({ meter_days_read, meter_days_expected }) =>
      meter_days_expected > 0 && meter_days_read >= meter_days_expected * READ_FROM,
  );
}

/** Change in per cent of what was before; null without a figure on either side, or where it was 0. */
export function percentChange(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : ((now - before) / before) * 100;
}

/** Change of a percentage in points; null without a figure on either side. */
export function pointChange(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}
