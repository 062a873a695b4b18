/** Hours of a local day. */
const HOURS = 24;
/** An hour that was not measured. */
const UNMEASURED = 255;
/** Neighbouring codes are 7 % apart, so that 253 of them reach from a thousandth of a gallon to 25,000 gal in one hour. */
const STEP = Math.log(1.07);

const volumes = Float64Array.from({ length: UNMEASURED }, (_, code) => (code === 0 ? 0 : Math.exp((code - 1) * STEP)));
const found = new Float64Array(64);

/** What an hour's gallons (thousandths; null: not measured) are kept as in a profile: a byte, 3.5 % off at most. */
export function profileCode(gallons: number | null): number {
  if (gallons === null) return UNMEASURED;
  return gallons < 1 ? 0 : Math.min(UNMEASURED - 1, 1 + Math.round(Math.log(gallons) / STEP));
}

/**
 * The mean of an hour of the day over the kept days from row `from` to `until`, in thousandths of a gallon; null when
 * none of them has it.
 */
export function meanOfHour(profile: Uint8Array, from: number, until: number, hourOfDay: number): number | null {
  let sum = 0;
  let count = 0;
  for (let row = from; row < until; row++) {
    const code = profile[row * HOURS + hourOfDay] ?? UNMEASURED;
    if (code === UNMEASURED) continue;
    sum += volumes[code] ?? 0;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** On which part of the kept days that hour of the day lay in a range of thousandths of a gallon; 0 when none has it. */
export function shareWithin(
  profile: Uint8Array,
  from: number,
  until: number,
  hourOfDay: number,
  range: { from: number; to: number },
): number {
  let within = 0;
  let count = 0;
  for (let row = from; row < until; row++) {
    const code = profile[row * HOURS + hourOfDay] ?? UNMEASURED;
    if (code === UNMEASURED) continue;
    const volume = volumes[code] ?? 0;
    count++;
    if (volume >= range.from && volume < range.to) within++;
  }
  return count === 0 ? 0 : within / count;
}

/**
 * What that hour of the day stays below on a share of the kept days (0.9: on nine of ten), in thousandths of a gallon; 0
 * when none of them has it.
 */
export function usualHigh(
  profile: Uint8Array,
  from: number,
  until: number,
  hourOfDay: number,
  shareBelow: number,
): number {
  let count = 0;
  for (let row = from; row < until; row++) {
    const code = profile[row * HOURS + hourOfDay] ?? UNMEASURED;
    if (code !== UNMEASURED) found[count++] = volumes[code] ?? 0;
  }
  if (count === 0) return 0;
  const sorted = found.subarray(0, count).sort();
  const high = sorted[Math.max(0, Math.ceil(shareBelow * count) - 1)] ?? 0;
  // The highest that is kept as this: a day is not above itself.
  return high * Math.exp(STEP / 2);
}
