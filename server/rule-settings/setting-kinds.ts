import type { z } from "zod";
import { leakSettings } from "../leaks/settings.ts";
import { meteringSettings } from "../metering/settings.ts";
import { leakSettingWords } from "./leak-setting-words.ts";
import type { SettingWords } from "./setting-words.ts";

/** Numbers of one kind that organizations can set, by the names that the server has for them. */
export interface SettingKind {
  /** Column of `organizations` with those that are changed. */
  column: "leak_settings" | "metering_settings";
  /** What a change of them is called on record. */
  action: string;
  /** Fills what is left out with defaults; rejects unknown names. Volumes in thousandths of a gallon. */
  schema: z.ZodType<Record<string, number>>;
  words: Record<string, SettingWords>;
}

export const settingKinds = {
  leak: { column: "leak_settings", action: "leak-settings.change", schema: leakSettings, words: leakSettingWords },
  metering: {
    column: "metering_settings",
    action: "metering-settings.change",
    schema: meteringSettings,
    words: meteringWords(),
  },
} satisfies Record<string, SettingKind>;

/** All of them are flows in gallons a minute, as their descriptions state. */
function meteringWords(): Record<string, SettingWords> {
  return Object.fromEntries(
    Object.entries(meteringSettings.shape).map(([name, { description = "" }]) => [
      name,
      { unit: "gallons per minute", description },
    ]),
  );
}

/** `floorAboveOwn` as the wire has it: `floor_above_own`. */
export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What one of the unit on the wire is inside. */
export function scaleOf({ unit }: SettingWords): number {
  return unit === "gallons" ? 1000 : 1;
}
