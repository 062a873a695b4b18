import { HOUR_MS } from "../readings/durations.ts";
import type { Hour } from "../readings/hours.ts";
import { type Detector, gallonsOf } from "./detector.ts";

/** Hours that are missing neither continue nor end a run of hours, up to so many. */
const LONGEST_GAP_MS = 6 * HOUR_MS;
const LITRES_PER_GALLON = 3.785411784;

/** Whether each hour ends a run of so many measured hours with so much in each; no gallons: any water at all. */
function runs(hours: readonly Hour[], gallons: number, length: number): boolean[] {
  let [count, last] = [0, Number.NEGATIVE_INFINITY];
  return hours.map((hour) => {
    const used = gallonsOf(hour);
    if (hour.at - last > LONGEST_GAP_MS) count = 0;
    if (used !== null) count = used > 0 && used >= gallons ? count + 1 : 0;
    last = hour.at;
    return count >= length;
  });
}

function steadyFlow(name: string, source: string, ...either: readonly [gallons: number, hours: number][]): Detector {
  return {
    name,
    source,
    alerts: (hours) => {
      const all = either.map(([gallons, length]) => runs(hours, gallons, length));
      return hours.map((_, i) => all.some((holds) => holds[i]));
    },
  };
}

/** Litres of the last hours, as many of the clock as given. */
function sumOver(hours: readonly Hour[], lastHours: number): number[] {
  let [sum, first] = [0, 0];
  return hours.map(({ at, litres }) => {
    sum += litres ?? 0;
    for (; (hours[first]?.at ?? at) <= at - lastHours * HOUR_MS; first++) sum -= hours[first]?.litres ?? 0;
    return sum;
  });
}

/** What utilities and makers of meters publish as the rule by which they notify of a leak. */
export const publishedRules: readonly Detector[] = [
  steadyFlow(
    "water in each of 24 hours",
    "WaterWatch, https://waterwatch.co.za/waterwatch_leak_detection.aspx",
    [0, 24],
  ),
  steadyFlow(
    "1 gal in each of 24 hours",
    "Badger Meter AquaCUE and EyeOnWater, https://helpaquacue.com/faq/leak-reporting-and-notifications/",
    [1, 24],
  ),
  steadyFlow("3 gal in each of 24 hours", "City of Allen, https://www.allenparks.org/FAQ.aspx?QID=576", [3, 24]),
  steadyFlow(
    "3 gal/h for 48 h or 30 gal/h for 8 h",
    "Athens-Clarke County (WaterSmart), https://www.accgov.com/FAQ.aspx?QID=1078",
    [3, 48],
    [30, 8],
  ),
  steadyFlow(
    "5 gal/h for 48 h",
    "San Antonio Water System, https://saws.org/got-a-leak-alert-from-watersmart-dont-ignore-it",
    [5, 48],
  ),
  steadyFlow(
    "7 gal/h for 16 h",
    "City of Woodland (AquaHawk), https://www.cityofwoodland.org/865/Set-Automatic-Alerts",
    [7, 16],
  ),
  steadyFlow(
    "100 gal/h for 24 h",
    "Town of North East, https://www.northeastmd.org/departments/water/water-leaks/",
    [100, 24],
  ),
  steadyFlow(
    "water in each of 48 hours",
    "Unitywater without its litres, https://www.awa.asn.au/resources/latest-news/using-digital-meter-leak-notifications-to-support-customers",
    [0, 48],
  ),
  {
    name: "over 500 L a day with water in each of 48 hours",
    source:
      "Unitywater, https://www.awa.asn.au/resources/latest-news/using-digital-meter-leak-notifications-to-support-customers",
    alerts: (hours) => {
      const litres = sumOver(hours, 48);
      return runs(hours, 0, 48).map((holds, i) => holds && (litres[i] ?? 0) > 2 * 500);
    },
  },
  {
    name: "water between 03:00 and 04:00",
    source:
      "Anglian Water, https://faq.anglianwater.co.uk/article/qed8004/my-consumption-is-quite-high-how-do-i-know-if-i-have-a-leak-or-not",
    alerts: (hours) => {
      let holds = false;
      return hours.map(({ localHour, litres }) => {
        if (localHour === 3 && litres !== null) holds = litres > 0;
        return holds;
      });
    },
  },
  {
    // Hourly volumes have no minutes of flow: half a gallon a minute, what a running toilet takes, for all 60.
    name: "60 minutes of flow in an hour (as 30 gal)",
    source:
      "H2O Degree, https://www.h2odegree.com/how-to-detect-water-leaks-before-they-become-major-problems/; 0.5 gal/min: EPA WaterSense at Work",
    alerts: (hours) => hours.map(({ litres }) => (litres ?? 0) >= 30 * LITRES_PER_GALLON),
  },
];
