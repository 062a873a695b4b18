import type { WaterLoss as NullableWaterLoss } from "../../contract/reporting/water-loss.ts";

type WaterLoss = NonNullable<NullableWaterLoss>;

/** The label of a leak percentage below each limit. */
const bands: { below: number; rating: WaterLoss }[] = [
  {
    below: 5,
    rating: {
      band: "Excellent",
      text: "Excellent Performance! Minimal water loss detected—you're setting a great example.",
    },
  },
  {
    below: 10,
    rating: {
      band: "On Track",
      text: "On Track! Your water usage is within the optimal range, with slight room for improvement.",
    },
  },
  {
    below: 25,
    rating: {
      band: "Attention Needed",
      text: "Attention Needed! Moderate water loss—investigating early can save costs.",
    },
  },
];
const urgent: WaterLoss = {
  band: "Urgent",
  text: "Urgent Attention Required! High leakage levels—take action now!",
};

/**
 * What is to be thought of the water that was lost; null without consumption. Limits are compared in whole thousandths of
 * a gallon, so that exactly 10 % is never just below it.
 * @param leaked thousandths of a gallon, like `consumed`
 */
export function waterLossOf(leaked: number | null, consumed: number | null): WaterLoss | null {
  if (leaked === null || consumed === null || consumed === 0) return null;
  return bands.find(({ below }) => leaked * 100 < consumed * below)?.rating ?? urgent;
}
