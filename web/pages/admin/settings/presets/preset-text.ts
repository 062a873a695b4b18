import { t } from "@lingui/core/macro";
import { type LeakPreset, leakPresets } from "../../../../../contract/leaks/leak-presets.ts";

/** Of a property: what its organization has, in place of a preset of its own. */
export type PresetChoice = LeakPreset | "organization";

/** What people call each preset. */
export const presetNames: Readonly<Record<LeakPreset, string>> = {
  find_more: t`Find more`,
  balanced: t`Balanced`,
  fewer_alarms: t`Fewer alarms`,
};

const meanings: Readonly<Record<LeakPreset, string>> = {
  find_more: t`Smaller and shorter leaks, found sooner. Expect more alarms that turn out to be normal use.`,
  balanced: t`The defaults. Most leaks are found within a day or two.`,
  fewer_alarms: t`Only larger and longer leaks. Small leaks are found late, or not at all.`,
};

/** The presets to choose from, each with what it means. @param organizationPreset of a property the preset of its organization */
export function presetOptions(organizationPreset: LeakPreset | undefined) {
  const all = leakPresets.map((preset): { value: PresetChoice; label: string; meaning: string } => ({
    value: preset,
    label: presetNames[preset],
    meaning: meanings[preset],
  }));
  if (organizationPreset === undefined) return all;
  const name = presetNames[organizationPreset];
  const label = t`As the organization`;
  return [
    {
      value: "organization" as const,
      label,
      meaning: t`The same as the organization, now ${name}, also when it changes.`,
    },
    ...all,
  ];
}
