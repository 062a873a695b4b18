import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import type { LeakPreset } from "../../contract/leaks/leak-presets.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { rejectUnexpected } from "../problem/as-expected.ts";
import { ProblemError, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { wrongValue } from "../problem/wrong-value.ts";
import {
  type Changed,
  type Choice,
  organizationChoice,
  presetNumbers,
  propertyChoice,
  settingsWith,
} from "./read-settings.ts";
import { type SettingKind, scaleOf, settingKinds, wireName } from "./setting-kinds.ts";

interface Input {
  /** By the names and in the units of the API. */
  settings: Record<string, number>;
  /** Those that the caller read before. */
  expected?: Record<string, number> | undefined;
  /** null: a property had none of its own. */
  expected_preset?: LeakPreset | null | undefined;
}

/**
 * Sets the preset and the numbers of one kind of an organization; numbers not named are reset to those of the preset. Only
 * the preset's name and what differs from it are stored, so that better defaults reach everybody who never chose. Where
 * anything changes, the organization's properties are marked for recalculation, except those with settings of their own.
 * @param input without a preset it stays
 * @returns what now counts, and the properties that were marked
 * @throws ProblemError not_found; changed_meanwhile where one is not as expected; invalid_fields with a sentence for
 * each name that is unknown or has an impossible value
 */
export async function changeSettings(
  tx: Transactional,
  who: Actor,
  organizationId: number,
  kind: SettingKind,
  input: Input & { preset?: LeakPreset | undefined },
): Promise<{ choice: Choice; marked: number[] }> {
  // Of two concurrent changes the second sees the result of the first.
  await sql`select id from organizations where id = ${organizationId} for no key update`.execute(tx);
  const before = await organizationChoice(tx, organizationId, kind);
  rejectOther(kind, input, before, before.preset);
  const choice = chosen(kind, input.preset ?? before.preset, input.settings);
  if (isSame(kind, before, choice)) return { choice, marked: [] };
  const isLeak = kind.presets !== undefined;
  const marked = await queryRows(tx, IdRow)`
    update properties set inventory_version = inventory_version + 1
    where organization_id = ${organizationId} and (leak_preset is null or not ${isLeak}::boolean) returning id`;
  await sql`update organizations set ${sql.ref(kind.column)} = ${JSON.stringify(choice.changed)}::jsonb,
    leak_preset = ${choice.preset} where id = ${organizationId}`.execute(tx);
  await audit(tx, who, {
    action: kind.action,
    organizationId,
    objectType: "organization",
    objectId: organizationId,
    ...(before.preset === choice.preset
      ? { before: chosenNumbers(kind, before), after: chosenNumbers(kind, choice) }
      : { before: logged(kind, before), after: logged(kind, choice) }),
  });
  return { choice, marked: marked.map(({ id }) => id) };
}

/**
 * Gives a property a preset and numbers of its own for the leak rules, or takes them back. Where that changes anything, it
 * is marked for recalculation.
 * @param input a preset of null: it has none of its own
 * @returns whether it changed
 * @throws ProblemError as changeSettings
 */
export async function changePropertySettings(
  tx: Transactional,
  who: Actor,
  propertyId: number,
  input: Input & { preset: LeakPreset | null },
): Promise<boolean> {
  const kind = settingKinds.leak;
  // A change of its organization's settings, which would not mark it, comes before or after.
  await sql`
    select id from organizations where id = (select organization_id from properties where id = ${propertyId})
    for share`.execute(tx);
  await sql`select id from properties where id = ${propertyId} for no key update`.execute(tx);
  const { own: before, organization, organizationId } = await propertyChoice(tx, propertyId);
  rejectOther(kind, input, before ?? organization, before?.preset ?? null);
  const own = ownChoice(input);
  if (isSame(kind, before, own)) return false;
  await sql`
    update properties set leak_preset = ${own?.preset ?? null}, leak_settings = ${JSON.stringify(own?.changed ?? {})}::jsonb,
      inventory_version = inventory_version + 1
    where id = ${propertyId}`.execute(tx);
  await audit(tx, who, {
    action: kind.action,
    organizationId,
    propertyId,
    objectType: "property",
    objectId: propertyId,
    before: logged(kind, before),
    after: logged(kind, own),
  });
  return true;
}

/**
 * What a property would have of its own. @returns null: nothing, and the organization's settings count
 * @throws ProblemError invalid_fields for numbers without a preset, and as changeSettings
 */
export function ownChoice({ preset, settings }: { preset: LeakPreset | null; settings: Record<string, number> }) {
  if (preset !== null) return chosen(settingKinds.leak, preset, settings);
  if (Object.keys(settings).length === 0) return null;
  throw wrongField("settings", text`Choose a preset for numbers of the property's own, or leave them out.`);
}

/** @param preset the organization's, or the property's own */
function rejectOther(kind: SettingKind, input: Input, now: Choice, preset: LeakPreset | null): void {
  const found = new Map(settingsWith(kind, now).map(({ name, value }) => [name, value]));
  const strange = Object.keys(input.expected ?? {}).find((name) => !found.has(name));
  if (strange !== undefined) throw wrongField("expected", text`There is no setting ${strange}.`);
  rejectUnexpected("set of numbers", input.expected, Object.fromEntries(found));
  rejectUnexpected("set of numbers", { preset: input.expected_preset }, { preset });
}

/** The numbers that differ from their preset, by their names in the API. */
function chosenNumbers(kind: SettingKind, choice: Choice): Record<string, unknown> {
  const numbers = settingsWith(kind, choice).filter((one) => one.is_changed);
  return Object.fromEntries(numbers.map(({ name, value }) => [name, value]));
}

/** A choice as the audit log has it. */
function logged(kind: SettingKind, choice: Choice | null): Record<string, unknown> {
  return choice === null ? { preset: null } : { preset: choice.preset, ...chosenNumbers(kind, choice) };
}

/** A preset with the numbers that differ from it, by the server's names and in its units. */
function chosen(kind: SettingKind, preset: LeakPreset, wanted: Record<string, number>): Choice {
  const fields: Record<string, string[]> = {};
  const byWireName = new Map(Object.entries(kind.labels).map(([name, label]) => [wireName(name), { name, label }]));
  const inside: Changed = {};
  for (const [wire, value] of Object.entries(wanted)) {
    const known = byWireName.get(wire);
    if (known === undefined) fields[wire] = [`There is no setting ${wire}.`];
    // Volumes are stored as whole thousandths of a gallon.
    else if (scaleOf(known.label) === 1) inside[known.name] = value;
    else inside[known.name] = Math.round(value * scaleOf(known.label));
  }
  const say = wrongValue(wanted, "settings");
  const base = presetNumbers(kind, preset);
  const parsed = kind.schema.safeParse({ ...base, ...inside }, { error: (issue) => say(asOnWire(kind, issue)) });
  for (const { path, code, message } of parsed.error?.issues ?? []) {
    const wire = wireName(String(path[0]));
    fields[wire] = [...(fields[wire] ?? []), code === "custom" ? `${wire}: ${message}` : message];
  }
  const [first] = Object.values(fields);
  if (first !== undefined) throw new ProblemError("invalid_fields", first.join(" "), fields);
  return {
    preset,
    changed: Object.fromEntries(Object.entries(inside).filter(([name, value]) => value !== base[name])),
  };
}

/** The error for a number, with the name and the limits of the API. */
function asOnWire(kind: SettingKind, issue: z.core.$ZodRawIssue): z.core.$ZodRawIssue {
  const name = String(issue.path?.[0]);
  const label = kind.labels[name];
  const scale = label === undefined ? 1 : scaleOf(label);
  const path = [wireName(name)];
  if (issue.code === "too_small") return { ...issue, path, minimum: Number(issue.minimum) / scale };
  if (issue.code === "too_big") return { ...issue, path, maximum: Number(issue.maximum) / scale };
  return { ...issue, path };
}

function isSame(kind: SettingKind, one: Choice | null, other: Choice | null): boolean {
  return isDeepStrictEqual(logged(kind, one), logged(kind, other));
}
