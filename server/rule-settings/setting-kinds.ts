import type { z } from "zod";
import type { LeakPreset } from "../../contract/leaks/leak-presets.ts";
import { leakPresetNumbers } from "../leaks/settings/leak-presets.ts";
import { leakSettings } from "../leaks/settings/leak-settings.ts";
import { type MeteringSettings, meteringSettings } from "../metering/inventory/settings.ts";
import { type Text, text } from "../problem/text.ts";
import { leakSettingLabels } from "./leak-setting-text.ts";
import type { SettingLabel } from "./setting-text.ts";

/** Numbers of one kind that organizations can set, those of leaks also for a property, by the server's names. */
export interface SettingKind {
  /** Column of `organizations` with the changed ones. */
  column: "leak_settings" | "metering_settings";
  /** Name of a change of them in the audit log. */
  action: string;
  /** Fills what is left out with defaults; rejects unknown names. Volumes in thousandths of a gallon. */
  schema: z.ZodType<Record<string, number>>;
  labels: Record<string, SettingLabel>;
  /** What presets change of the defaults; undefined: this kind has none. */
  presets?: Record<LeakPreset, Record<string, number>>;
}

const meteringLabels: Record<keyof MeteringSettings, SettingLabel> = {
  mostToilet: mostFlow(text`a toilet's meter`),
  mostHeater: mostFlow(text`a water heater's meter`),
  mostUnit: mostFlow(text`a unit's meter`),
  mostIrrigation: mostFlow(text`an irrigation meter`),
  mostBuilding: mostFlow(text`a building's meter`),
};

export const settingKinds = {
  leak: {
    column: "leak_settings",
    action: "leak-settings.change",
    schema: leakSettings,
    labels: leakSettingLabels,
    presets: leakPresetNumbers,
  },
  metering: {
    column: "metering_settings",
    action: "metering-settings.change",
    schema: meteringSettings,
    labels: meteringLabels,
  },
} satisfies Record<string, SettingKind>;

/** @param meter "a toilet's meter" */
function mostFlow(meter: Text): SettingLabel {
  const most = text`the most that ${meter} can pass`;
  return {
    unit: "gallons per minute",
    rule: "most_flow",
    label: most,
    description: text`${most}, in gallons a minute.`,
  };
}

/** `floorAboveOwn` as in the API: `floor_above_own`. */
export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Factor from a unit of the API to the stored one. */
export function scaleOf({ unit }: SettingLabel): number {
  return unit === "gallons" ? 1000 : 1;
}
