/** Tells the time, in milliseconds since the epoch. Passed in, so that tests set it. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
