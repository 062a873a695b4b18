import type { Quarantined } from "../../../../../contract/repairs.ts";
import { formatCount, formatGallonsUnit } from "../../../../components/format.ts";
import { timeAtProperty } from "../../../property/leak-detail/property-time.ts";

type Volume = Pick<Quarantined, "sort" | "hours" | "minutes" | "gallons" | "most_gallons" | "attached_to">;
type Registers = Pick<Quarantined, "finding" | "register_before" | "register">;

const decimalsOf = (gallons: number) => (Math.abs(gallons) < 100 ? 1 : 0);
const words = (gallons: number | null) => formatGallonsUnit(gallons, decimalsOf(gallons ?? 0));

/** Where the meter is installed: "Building A, unit 308, Toilet". */
export function placeWords({ building_name, unit_name, attached_to }: Quarantined): string {
  return [building_name, ...(unit_name === null ? [] : [`unit ${unit_name}`]), attached_to].join(", ");
}

/** What came in, short: "38,400 gal in an hour", "The register fell by 120 gal". */
export function heldWords(held: Volume & Registers): string {
  if (held.sort === "registers") {
    const step = words(Math.abs(held.gallons));
    return held.finding === "fell" ? `The register fell by ${step}` : `The register rose by ${step}`;
  }
  return `${words(held.gallons)} in ${spanWords(held)}`;
}

function spanWords({ hours, minutes }: Pick<Volume, "hours" | "minutes">): string {
  if (minutes !== null && minutes < 60) return minutes === 1 ? "a minute" : formatCount(minutes, "minute");
  return hours === 1 ? "an hour" : formatCount(hours, "hour");
}

/** Why it waits, in a sentence. */
export function whyWords(held: Volume & Registers): string {
  if (held.sort === "registers") {
    const from = `It showed ${words(held.register_before)}, then ${words(held.register)}.`;
    return held.finding === "fell"
      ? `${from} Water does not flow back: the meter was swapped or reset, or the figure is wrong.`
      : `${from} That is more than ${kindWords(held.attached_to)} can pass in the time.`;
  }
  const time = spanWords(held);
  return held.most_gallons === null
    ? "It does not fit what the meter sent before."
    : `${kindWords(held.attached_to, true)} passes at most ${words(held.most_gallons)} in ${time}.`;
}

/** When it was measured, on the property's clock; a stretch from when to when. */
export function whenWords({ sort, measured_at, last_at, hours }: Quarantined, zone: string): string {
  const at = timeAtProperty(measured_at, zone);
  if (sort === "lump") return `${formatCount(hours, "hour")} up to the one of ${at}`;
  return sort === "registers" && last_at !== measured_at ? `${at} to ${timeAtProperty(last_at, zone)}` : at;
}

function kindWords(attachedTo: string, isBegin = false): string {
  const kinds: Readonly<Record<string, string>> = {
    SPOE: "a unit's supply",
    DPOE: "a unit's supply",
    Toilet: "a toilet",
    "Water Heater": "a water heater",
    Building: "a building's main",
    Irrigation: "an irrigation line",
  };
  const said = kinds[attachedTo] ?? "such a point";
  return isBegin ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}
