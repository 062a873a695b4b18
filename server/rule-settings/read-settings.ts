import { sql } from "kysely";
import { z } from "zod";
import type { Language } from "../../contract/display/languages.ts";
import type { RuleSetting } from "../../contract/leaks/rule-settings.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { textsIn } from "../language/texts.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { translated } from "../problem/translated.ts";
import { ruleTexts } from "./leak-setting-text.ts";
import { type SettingKind, scaleOf, wireName } from "./setting-kinds.ts";

const SettingsRow = z.object({ changed: z.unknown() });

/** Changed numbers, by the server's names. */
export type Changed = Record<string, number>;

const stored = z.record(z.string(), z.number());

/**
 * An organization's changed settings.
 * @throws ProblemError not_found where the transaction does not see it
 */
export async function changedSettings(tx: Transactional, organizationId: number, kind: SettingKind): Promise<Changed> {
  const row = await queryRow(tx, SettingsRow)`
    select ${sql.ref(kind.column)} as changed from organizations where id = ${organizationId}`;
  if (row === undefined) throw new ProblemError("not_found", text`There is no such organization.`);
  return stored.parse(row.changed);
}

/** All numbers of a kind with these changes applied, in the order of the rules; volumes in gallons. */
export function settingsWith(kind: SettingKind, changed: Changed, language: Language = "en"): RuleSetting[] {
  const i18n = textsIn(language);
  const defaults = kind.schema.parse({});
  const values = kind.schema.parse(changed);
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
