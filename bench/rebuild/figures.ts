import type { Figure } from "../record/figure.ts";
import type { Arrived } from "./arrive.ts";

export interface RebuildMeasured {
  readings: number;
  seconds: number;
  leaks: number;
  /** Bytes that this process held at most. */
  memory: number;
  plainReadings: number;
  plainSeconds: number;
  /** Thousandths of a gallon by which the roll-ups of the same properties differ. */
  difference: number;
  arriving: number;
  arrived: Arrived;
  /** Days up to date with the hour that came, of all that there are. */
  missing: number;
  /** Meters of the plain table, and seconds for their hour. */
  plainMeters: number;
  plainHour: number;
}

export function rebuildFigures(measured: RebuildMeasured): Figure[] {
  const { readings, seconds, plainReadings, plainSeconds, arriving, arrived, plainMeters, plainHour } = measured;
  const speed = readings / seconds;
  const plainSpeed = plainReadings / plainSeconds;
  const plainAll = plainHour * (arriving / plainMeters);
  const none = { must: "be", value: 0 } as const;
  return [
    { name: "history: readings", value: readings, unit: "" },
    { name: "history: recalculated", value: speed, unit: "readings/s" },
    { name: "history: seconds", value: seconds, unit: "s" },
    { name: "history: leaks found", value: measured.leaks, unit: "" },
    { name: "history: memory at most", value: measured.memory / 1e6, unit: "MB" },
    { name: "history: plain way, four rules", value: plainSpeed, unit: "readings/s" },
    { name: "history: times as fast as the plain way", value: speed / plainSpeed, unit: "x" },
    {
      name: "history: gallons by which the two sums differ",
      value: measured.difference / 1000,
      unit: "gal",
      goal: none,
    },
    { name: "an hour: meters", value: arriving, unit: "" },
    { name: "an hour: all answered", value: arrived.answered, unit: "s" },
    { name: "an hour: leaks, roll-ups and statuses current", value: arrived.current, unit: "s" },
    { name: "an hour: readings that did not get there", value: measured.missing, unit: "", goal: none },
    { name: "an hour: plain way, four rules over 28 days", value: plainAll, unit: "s" },
    { name: "an hour: times as fast as the plain way", value: plainAll / arrived.current, unit: "x" },
  ];
}
