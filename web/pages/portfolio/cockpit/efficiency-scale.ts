import type { WaterUse } from "../../../../contract/portfolio/portfolio-efficiency.ts";

/** The labels of the classes of the published scale. */
export const useClasses = { efficient: "Efficient", usual: "Usual", high: "High" } as const;

/** The bands of the scale in their order, and how wide each is drawn, in percent of the whole. */
export function scaleBands({ usual_from, high_above }: WaterUse["scale"]) {
  const end = scaleEnd(high_above);
  return [
    { band: "efficient", from: 0, width: (100 * usual_from) / end },
    { band: "usual", from: usual_from, width: (100 * (high_above - usual_from)) / end },
    { band: "high", from: high_above, width: (100 * (end - high_above)) / end },
  ] as const;
}

/** Where a figure stands on the drawn scale, in percent of it; what lies beyond its end stands at the end. */
export function scalePlace(gallons: number, { high_above }: WaterUse["scale"]): number {
  return Math.min(100, Math.max(0, (100 * gallons) / scaleEnd(high_above)));
}

/** The drawn scale ends where the band of high use is as wide as half of what is below it. */
function scaleEnd(highAbove: number): number {
  return highAbove * 1.5;
}
