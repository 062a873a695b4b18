import { leakPresets } from "../../contract/leaks/leak-presets.ts";
import { presetNumbers, settingsWith } from "../../server/rule-settings/read-settings.ts";
import { settingKinds } from "../../server/rule-settings/setting-kinds.ts";

/** The numbers in which the presets of the leak rules differ: a table in Markdown, in the order of the rules. */
export function presetsTable(): string {
  const { leak } = settingKinds;
  const columns = leakPresets.map((preset) => settingsWith(leak, { preset, changed: presetNumbers(leak, preset) }));
  const names = leakPresets.map((preset) => `\`${preset}\``);
  const rows = (columns[0] ?? []).flatMap(({ name, description, unit }, index) => {
    const values = columns.map((column) => column[index]?.value ?? 0);
    if (new Set(values).size === 1) return [];
    return [`| \`${name}\` | ${description} | ${unit} | ${values.map(String).join(" | ")} |`];
  });
  return [`| number | meaning | in | ${names.join(" | ")} |`, "|---|---|---|---:|---:|---:|", ...rows].join("\n");
}
