import { sql } from "kysely";
import { z } from "zod";
import type { Language } from "../../contract/display/languages.ts";
import { type LeakPreset, leakPresets } from "../../contract/leaks/leak-presets.ts";
import type { RuleSetting } from "../../contract/leaks/rule-settings.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { textsIn } from "../language/texts.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { translated } from "../problem/translated.ts";
import { ruleTexts } from "./leak-setting-text.ts";
import { type SettingKind, scaleOf, wireName } from "./setting-kinds.ts";

const stored = z.record(z.string(), z.number());

const OrganizationRow = z.object({ preset: z.enum(leakPresets), changed: stored });
const PropertyRow = z.object({
  organization_id: z.int().nullable(),
  own_preset: z.enum(leakPresets).nullable(),
  own_changed: stored,
  preset: z.enum(leakPresets).nullable(),
  changed: stored.nullable(),
});

/** Changed numbers, by the server's names. */
export type Changed = Record<string, number>;

/** What was chosen of a kind: a preset, which other kinds than leaks leave as it is, and single numbers that differ from it. */
export interface Choice {
  preset: LeakPreset;
  changed: Changed;
}

/**
 * What an organization chose.
 * @throws ProblemError not_found where the transaction does not see it
 */
export async function organizationChoice(
  tx: Transactional,
  organizationId: number,
  kind: SettingKind,
): Promise<Choice> {
  const row = await queryRow(tx, OrganizationRow)`
    select leak_preset as preset, ${sql.ref(kind.column)} as changed from organizations where id = ${organizationId}`;
  if (row === undefined) throw new ProblemError("not_found", text`There is no such organization.`);
  return row;
}

/** What was chosen of the leak rules for a property. */
export interface PropertyChoice {
  organizationId: number | null;
  /** null: it has none, and the organization's counts. */
  own: Choice | null;
  /** Without an organization the defaults. */
  organization: Choice;
}

/** @throws ProblemError not_found where the transaction does not see the property */
export async function propertyChoice(tx: Transactional, propertyId: number): Promise<PropertyChoice> {
  const row = await queryRow(tx, PropertyRow)`
    select p.organization_id, p.leak_preset as own_preset, p.leak_settings as own_changed,
      o.leak_preset as preset, o.leak_settings as changed
    from properties p left join organizations o on o.id = p.organization_id
    where p.id = ${propertyId} and p.archived_at is null`;
  if (row === undefined) throw new ProblemError("not_found", text`There is no such property.`);
  return {
    organizationId: row.organization_id,
    own: row.own_preset === null ? null : { preset: row.own_preset, changed: row.own_changed },
    organization: { preset: row.preset ?? "balanced", changed: row.changed ?? {} },
  };
}

/** The numbers of a preset, by the server's names. */
export function presetNumbers(kind: SettingKind, preset: LeakPreset): Changed {
  return kind.schema.parse(kind.presets?.[preset] ?? {});
}

/** All numbers of a kind as they were chosen, in the order of the rules; volumes in gallons. */
export function settingsWith(kind: SettingKind, { preset, changed }: Choice, language: Language = "en"): RuleSetting[] {
  const i18n = textsIn(language);
  const defaults = presetNumbers(kind, preset);
  const values = kind.schema.parse({ ...defaults, ...changed });
  return Object.entries(kind.labels).map(([name, label]) => {
    const [value = 0, standard = 0] = [values[name], defaults[name]];
    return {
      name: wireName(name),
      value: value / scaleOf(label),
      default: standard / scaleOf(label),
      is_changed: value !== standard,
      unit: label.unit,
      rule: label.rule,
      rule_name: translated(ruleTexts[label.rule], i18n),
      label: capital(translated(label.label, i18n)),
      description: capital(translated(label.description, i18n)),
    };
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
