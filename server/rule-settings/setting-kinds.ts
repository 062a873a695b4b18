import type { z } from "zod";
import { leakSettings } from "../leaks/settings/leak-settings.ts";
import { meteringSettings } from "../metering/inventory/settings.ts";
import { leakSettingLabels } from "./leak-setting-text.ts";
import type { SettingLabel } from "./setting-text.ts";

/** Numbers of one kind that organizations can set, by the server's names. */
export interface SettingKind {
  /** Column of `organizations` with the changed ones. */
  column: "leak_settings" | "metering_settings";
  /** Name of a change of them in the audit log. */
  action: string;
  /** Fills what is left out with defaults; rejects unknown names. Volumes in thousandths of a gallon. */
  schema: z.ZodType<Record<string, number>>;
  labels: Record<string, SettingLabel>;
}

export const settingKinds = {
  leak: { column: "leak_settings", action: "leak-settings.change", schema: leakSettings, labels: leakSettingLabels },
  metering: {
    column: "metering_settings",
    action: "metering-settings.change",
    schema: meteringSettings,
    labels: meteringLabels(),
  },
} satisfies Record<string, SettingKind>;

/** All of them are flows in gallons a minute, as their descriptions state. */
function meteringLabels(): Record<string, SettingLabel> {
  return Object.fromEntries(
    Object.entries(meteringSettings.shape).map(([name, { description = "" }]) => [
      name,
      { unit: "gallons per minute", description },
    ]),
  );
}

/** `floorAboveOwn` as in the API: `floor_above_own`. */
export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Factor from a unit of the API to the stored one. */
export function scaleOf({ unit }: SettingLabel): number {
  return unit === "gallons" ? 1000 : 1;
}
