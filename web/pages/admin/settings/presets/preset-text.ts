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
  find_more: t`Leaks open at about two thirds of the usual flow, and sooner. You find smaller leaks, and more of what is found is normal use.`,
  balanced: t`The thresholds that did best on real homes: small leaks are found in a day or two, and alarms are seldom wrong.`,
  fewer_alarms: t`Leaks open at one and a half times the usual flow, and later. Small leaks are found late, or not at all.`,
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
  return [{ value: "organization" as const, label, meaning: t`Now ${name}, and whatever it becomes later.` }, ...all];
}
