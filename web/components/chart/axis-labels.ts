import type { ChartPoint } from "./series.ts";

/** Long charts name every second to fifth place: over 200, 500, 1000, 1500 points the step is 2, 3, 4, 5. */
export function thinningStep(points: number): number {
  if (points > 1500) return 5;
  if (points > 1000) return 4;
  if (points > 500) return 3;
  return points > 200 ? 2 : 1;
}

/** Pixels that a label needs, with the space beside it. */
const LABEL_WIDTH = 62;

/**
 * The places that the axis names: all where there is room, else the major ones (midnights, Mondays), else evenly
 * spaced ones, thinned until they fit into the width in pixels. A long chart names days only at its step or a multiple
 * of it.
 */
export function labelledPoints(points: readonly ChartPoint[], width: number): ReadonlySet<number> {
  const room = Math.max(2, Math.floor(width / LABEL_WIDTH));
  const ticked = tickedPoints(points);
  if (ticked.length <= room) return new Set(ticked);
  const majors = ticked.filter((index) => points[index]?.major);
  const candidates = ticked.length === points.length && majors.length >= 3 ? majors : ticked;
  const every = Math.ceil(candidates.length / room);
  return new Set(candidates.filter((_, place) => place % every === 0));
}

/** The places that have a tick and may have a label: of a long chart its days, thinned to every second to fifth. */
export function tickedPoints(points: readonly ChartPoint[]): readonly number[] {
  const all = points.map((_, index) => index);
  const step = thinningStep(points.length);
  if (step === 1) return all;
  const days = all.filter((index) => points[index]?.startsDay);
  return (days.length === 0 ? all : days).filter((_, place) => place % step === 0);
}
