import { plural, t } from "@lingui/core/macro";
import type { Quarantined } from "../../../../../contract/readings/repairs.ts";
import { formatGallonsUnit } from "../../../../components/format.ts";
import { attachedToName } from "../../../../components/labels.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";

type Volume = Pick<Quarantined, "sort" | "hours" | "minutes" | "gallons" | "most_gallons" | "attached_to">;
type Registers = Pick<Quarantined, "finding" | "register_before" | "register">;

const decimalsOf = (gallons: number) => (Math.abs(gallons) < 100 ? 1 : 0);
const formatVolume = (gallons: number | null) => formatGallonsUnit(gallons, decimalsOf(gallons ?? 0));

/** Where the meter is installed: "Building A, unit 308, Toilet". */
export function meterLocationLabel({ building_name, unit_name, attached_to }: Quarantined): string {
  return [building_name, ...(unit_name === null ? [] : [t`unit ${unit_name}`]), attachedToName(attached_to)].join(", ");
}

/** What came in, short: "38,400 gal in an hour", "The register fell by 120 gal". */
export function readingSummary(held: Volume & Registers): string {
  if (held.sort === "registers") {
    const step = formatVolume(Math.abs(held.gallons));
    return held.finding === "fell" ? t`The register fell by ${step}` : t`The register rose by ${step}`;
  }
  return t`${formatVolume(held.gallons)} in ${durationText(held)}`;
}

function durationText({ hours, minutes }: Pick<Volume, "hours" | "minutes">): string {
  if (minutes !== null && minutes < 60)
    return minutes === 1 ? t`a minute` : plural(minutes, { one: "# minute", other: "# minutes" });
  return hours === 1 ? t`an hour` : plural(hours, { one: "# hour", other: "# hours" });
}

/** Why it waits, in a sentence. */
export function quarantineReason(held: Volume & Registers): string {
  if (held.sort === "registers") {
    const from = t`It showed ${formatVolume(held.register_before)}, then ${formatVolume(held.register)}.`;
    return held.finding === "fell"
      ? t`${from} Water does not flow back: the meter was swapped or reset, or the figure is wrong.`
      : t`${from} That is more than ${pointKindPhrase(held.attached_to)} can pass in the time.`;
  }
  const time = durationText(held);
  return held.most_gallons === null
    ? t`It does not fit what the meter sent before.`
    : t`${pointKindPhrase(held.attached_to, true)} passes at most ${formatVolume(held.most_gallons)} in ${time}.`;
}

/** When it was measured, on the property's clock; a stretch from when to when. */
export function measuredTimeText({ sort, measured_at, last_at, hours }: Quarantined, zone: string): string {
  const at = timeAtProperty(measured_at, zone);
  if (sort === "lump") return t`${plural(hours, { one: "# hour", other: "# hours" })} up to the one of ${at}`;
  return sort === "registers" && last_at !== measured_at ? t`${at} to ${timeAtProperty(last_at, zone)}` : at;
}

function pointKindPhrase(attachedTo: string, isBegin = false): string {
  const kinds: Readonly<Record<string, string>> = {
    SPOE: t`a unit's supply`,
    DPOE: t`a unit's supply`,
    Toilet: t`a toilet`,
    "Water Heater": t`a water heater`,
    Building: t`a building's main`,
    Irrigation: t`an irrigation line`,
  };
  const phrase = kinds[attachedTo] ?? t`such a point`;
  return isBegin ? phrase.charAt(0).toUpperCase() + phrase.slice(1) : phrase;
}
