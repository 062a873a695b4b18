import type { SeriesColor } from "../../theme/series.ts";

const known: Readonly<Record<string, { name: string; color: SeriesColor }>> = {
  "toilet leak": { name: "Toilet Leak", color: "toilet_leak" },
  "other leak": { name: "Other Leak", color: "other_leak" },
  "water heater": { name: "Water Heater Leak", color: "water_heater_leak" },
};

const hybrid = {
  name: "Hybrid Leak",
  color: "hybrid_leak",
  hint: "This leak has more than one type",
} as const;

/** A leak's kind in words with its colour. Any combination and any unknown value is a Hybrid Leak, which has a hint. */
export function leakTypeLook(leakType: string): { name: string; color: SeriesColor; hint?: string } {
  return Object.hasOwn(known, leakType) ? (known[leakType] ?? hybrid) : hybrid;
}
