/** Returns the time, in milliseconds since the epoch. Passed in, so that tests set it. */
export type Clock = () => number;

/** So far may the clock of a device be ahead of ours, in milliseconds; later times are treated as invalid. */
export const AHEAD_MS = 10 * 60_000;

export const systemClock: Clock = Date.now;
