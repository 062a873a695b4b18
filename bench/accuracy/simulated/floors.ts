import type { SimulatedKind } from "./kinds.ts";

export type MeterSort = "unit meter" | "toilet meter" | "heater meter";

/** What is asked of a kind of leak on a sort of meter; null: shown without a floor. */
export interface Floor {
  /** Measured hours within which it is to be found. */
  hours: number;
  /** Share found within them, with flow time and without. */
  share: { withFlow: number | null; withoutFlow: number | null };
  /** Median error of the volume. */
  volume: number | null;
}

const both = (share: number) => ({ withFlow: share, withoutFlow: share });
const none = { withFlow: null, withoutFlow: null };

/** The floors of a kind of leak, judged on the nearest meter that sees it. */
export function floorOf(kind: SimulatedKind, meter: MeterSort): Floor {
  const onFixture = meter !== "unit meter";
  switch (kind) {
    case "constant from 1 gal/h":
      return { hours: 30, share: both(onFixture ? 0.95 : 0.98), volume: 0.08 };
    case "growing":
      return { hours: 30, share: both(0.98), volume: 0.08 };
    case "constant 0.5 gal/h":
      return { hours: 30, share: { withFlow: 0.9, withoutFlow: null }, volume: 0.08 };
    case "constant below 1 gal/h":
      return { hours: 30, share: onFixture ? both(0.95) : none, volume: onFixture ? 0.08 : null };
    case "burst":
      return { hours: 3, share: both(0.93), volume: 0.08 };
    case "intermittent toilet":
      return { hours: 72, share: both(0.95), volume: 0.12 };
    case "phantom refill":
      return { hours: 96, share: onFixture ? both(0.9) : none, volume: onFixture ? 0.2 : null };
    case "stuck toilet":
      return { hours: 3, share: none, volume: null };
    case "since installation":
      return { hours: 72, share: both(0.95), volume: 0.08 };
  }
}

export function hoursAsked(kind: SimulatedKind, meter: MeterSort): number {
  return floorOf(kind, meter).hours;
}
