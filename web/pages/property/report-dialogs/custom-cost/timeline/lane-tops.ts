import type { PriceLane } from "./price-lanes.ts";

/** Pixels of the drawing, from the top. */
export const size = { head: 18, label: 18, track: 22, gap: 3, foot: 20, between: 8 } as const;

/** Where each lane begins, and how high all of it is: a lane with a new price has a second track for it. */
export function laneTops(lanes: readonly PriceLane[]): { tops: number[]; height: number } {
  const tops: number[] = [];
  let y = size.head;
  for (const { then } of lanes) {
    tops.push(y);
    y += size.label + size.track + (then === null ? 0 : size.gap + size.track) + size.between;
  }
  return { tops, height: y + size.foot };
}
