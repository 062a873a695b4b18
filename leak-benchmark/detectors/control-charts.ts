import type { Hour } from "../readings/hours.ts";
import type { Detector } from "./detector.ts";
import { daysOf, type MeterDay, meanAndDeviation } from "./own-days.ts";

/** Days of its own that a day is held against, at least so many. */
const OWN_DAYS = 28;
const LEAST_OWN_DAYS = 7;
/** A deviation is at least half a litre, so that a meter that always shows zero at night can have one. */
const LEAST_DEVIATION = 0.5;

/** Whether each day is out of control, spread over the hours up to the next day: it is known when the day is over. */
function byDay(hours: readonly Hour[], judge: (day: MeterDay, own: readonly MeterDay[]) => boolean): boolean[] {
  const days = daysOf(hours);
  const alerts = hours.map(() => false);
  for (const [i, day] of days.entries()) {
    const next = days[i + 1];
    const holds = judge(day, days.slice(Math.max(0, i - OWN_DAYS), i));
    if (!holds || next === undefined) continue;
    for (let hour = next.from; hour < next.until; hour++) alerts[hour] = true;
  }
  return alerts;
}

/** Methods of statistical process control, on a meter's own days. */
export const controlCharts: readonly Detector[] = [
  {
    name: "CUSUM of the night minimum (k 0.5, h 5)",
    source:
      "Page, Biometrika 41 (1954); for bursts Jung and others, J. Hydroinformatics 17 (2015), https://iwaponline.com/jh/article/17/2/307/3245/Improving-the-rapidity-of-responses-to-pipe-burst",
    alerts: (hours) => {
      let sum = 0;
      return byDay(hours, ({ nightMinimum }, own) => {
        const minima = own.flatMap((day) => day.nightMinimum ?? []);
        if (nightMinimum === null || minima.length < LEAST_OWN_DAYS) return sum > 5;
        const { mean, deviation } = meanAndDeviation(minima);
        sum = Math.max(0, sum + (nightMinimum - mean) / Math.max(LEAST_DEVIATION, deviation) - 0.5);
        if (nightMinimum === 0) sum = 0;
        return sum > 5;
      });
    },
  },
  {
    name: "z-score of the day over 3",
    source:
      "Nofal and others, Water Supply 22 (2022), https://iwaponline.com/ws/article/22/1/1131/82887/A-use-case-of-anomaly-detection-for-identifying",
    alerts: (hours) =>
      byDay(hours, ({ litres }, own) => {
        if (own.length < LEAST_OWN_DAYS) return false;
        const { mean, deviation } = meanAndDeviation(own.map((day) => day.litres));
        return litres > mean + 3 * Math.max(LEAST_DEVIATION, deviation);
      }),
  },
];
