import type { Performance } from "../../../contract/reporting/reporting.ts";

export interface SampleProperty {
  property_id: string;
  property_name: string;
  state: string;
  performance: Performance | null;
  units: number;
  units_with_leakage: number;
  gallons_consumed: number | null;
  leak_percentage: number | null;
  gallons_leaked: number | null;
  leak_type: string;
  meter_serial_number: string;
}

const names = [
  "Alder Court",
  "Birchwood Terrace",
  "Cedar & Main",
  "Dogwood Flats",
  "Elm Street Lofts",
  "Fir Landing",
  "Ginkgo Square",
  "Hawthorn House",
  "Ironwood Village at the River Bend",
  "Juniper Park",
];
const classes: readonly (Performance | null)[] = [
  "critical",
  "opportunities",
  "on_track",
  "on_track",
  "zero_usage",
  null,
];
const kinds = ["toilet leak", "other leak", "water heater", "toilet leak, other leak"];

/** Invented properties, the same ones each time. */
export function sampleProperties(count: number): SampleProperty[] {
  return Array.from({ length: count }, (_, index) => {
    const performance = classes[index % classes.length] ?? null;
    const gallons =
      performance === null ? null : performance === "zero_usage" ? 0 : 210_400 - ((index * 7919) % 180_000);
    const share =
      gallons === null || gallons === 0
        ? null
        : performance === "critical"
          ? 31.4
          : performance === "opportunities"
            ? 14.2
            : 3.1;
    return {
      property_id: String(index),
      property_name: `${names[index % names.length]}${index < names.length ? "" : ` ${Math.floor(index / names.length) + 1}`}`,
      state: ["TX", "GA", "CO", "FL"][index % 4] ?? "TX",
      performance,
      units: 24 + ((index * 13) % 60),
      units_with_leakage: (index * 3) % 9,
      gallons_consumed: gallons,
      leak_percentage: share,
      gallons_leaked: gallons === null ? null : (gallons * (share ?? 0)) / 100,
      leak_type: kinds[index % kinds.length] ?? "other leak",
      meter_serial_number: `DL-${String(40_213 + index * 37)}`,
    };
  });
}

/** Invented gallons of a day's hours or a month's days: a smooth hump with a little noise, whole gallons. */
export function sampleValues(count: number, size: number, gaps: readonly number[] = []): (number | null)[] {
  return Array.from({ length: count }, (_, index) =>
    gaps.includes(index) ? null : Math.round(size * (0.7 + 0.3 * Math.sin(index / 3) + ((index * 37) % 11) / 40)),
  );
}
