import { sql } from "kysely";
import type { z } from "zod";
import type { RuleSetting } from "../../contract/leaks/rule-settings.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { rejectUnexpected } from "../problem/as-expected.ts";
import { ProblemError, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { wrongValue } from "../problem/wrong-value.ts";
import { type Changed, changedSettings, settingsWith } from "./read-settings.ts";
import { type SettingKind, scaleOf, wireName } from "./setting-kinds.ts";

/**
 * Sets the numbers of one kind of an organization; those not named are reset to their defaults. Only what differs from
 * its default is stored, so that better defaults reach everybody who never chose. Where anything changes, all of the
 * organization's properties are marked for recalculation.
 * @param settings by the names and in the units of the API @param expected those that the caller read before
 * @returns the numbers that now differ from their defaults, and the properties that were marked
 * @throws ProblemError not_found; changed_meanwhile where one is not as expected; invalid_fields with a sentence for
 * each name that is unknown or has an impossible value
 */
export async function changeSettings(
  tx: Transactional,
  who: Actor,
  organizationId: number,
  kind: SettingKind,
  input: { settings: Record<string, number>; expected?: Record<string, number> | undefined },
): Promise<{ changed: Changed; marked: number[] }> {
  // Of two concurrent changes the second sees the result of the first.
  await sql`select id from organizations where id = ${organizationId} for no key update`.execute(tx);
  const before = await changedSettings(tx, organizationId, kind);
  const now = new Map(settingsWith(kind, before).map(({ name, value }) => [name, value]));
  const strange = Object.keys(input.expected ?? {}).find((name) => !now.has(name));
  if (strange !== undefined) throw wrongField("expected", text`There is no setting ${strange}.`);
  rejectUnexpected("set of numbers", input.expected, Object.fromEntries(now));
  const changed = differing(kind, input.settings);
  if (isSame(before, changed)) return { changed, marked: [] };
  const marked = await queryRows(tx, IdRow)`
    update properties set inventory_version = inventory_version + 1
    where organization_id = ${organizationId} returning id`;
  await sql`update organizations set ${sql.ref(kind.column)} = ${JSON.stringify(changed)}::jsonb
    where id = ${organizationId}`.execute(tx);
  await audit(tx, who, {
    action: kind.action,
    organizationId,
    objectType: "organization",
    objectId: organizationId,
    before: chosenNumbers(settingsWith(kind, before)),
    after: chosenNumbers(settingsWith(kind, changed)),
  });
  return { changed, marked: marked.map(({ id }) => id) };
}

/** The numbers that differ from their defaults, by their names in the API. */
function chosenNumbers(settings: RuleSetting[]): Record<string, number> {
  return Object.fromEntries(settings.filter((one) => one.is_changed).map(({ name, value }) => [name, value]));
}

/** The new numbers that differ from their defaults, by the server's names and in its units. */
function differing(kind: SettingKind, wanted: Record<string, number>): Changed {
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
  const parsed = kind.schema.safeParse(inside, { error: (issue) => say(asOnWire(kind, issue)) });
  for (const { path, code, message } of parsed.error?.issues ?? []) {
    const wire = wireName(String(path[0]));
    fields[wire] = [...(fields[wire] ?? []), code === "custom" ? `${wire}: ${message}` : message];
  }
  const [first] = Object.values(fields);
  if (first !== undefined) throw new ProblemError("invalid_fields", first.join(" "), fields);
  const defaults = kind.schema.parse({});
  return Object.fromEntries(Object.entries(inside).filter(([name, value]) => value !== defaults[name]));
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

function isSame(one: Changed, other: Changed): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
