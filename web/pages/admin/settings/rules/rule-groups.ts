import { t } from "@lingui/core/macro";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import type { RulesOf } from "../view/use-settings.ts";

/** Name of the property or organization that numbers are for. */
export function nameOf(of: RulesOf): string {
  return of.kind === "leaks" && of.property !== undefined ? of.property.name : of.organization.name;
}

/** Numbers under the rules that they belong to, in their order. */
export function ruleGroups(settings: readonly RuleSetting[]): [RuleSetting["rule"], RuleSetting[]][] {
  return [...Map.groupBy(settings, ({ rule }) => rule)];
}

/** Units of numbers, by their names in the API. */
const units: Readonly<Record<string, string>> = {
  gallons: t`gallons`,
  "gallons per minute": t`gallons per minute`,
  hours: t`hours`,
  minutes: t`minutes`,
  days: t`days`,
  nights: t`nights`,
  draws: t`draws`,
  points: t`points`,
  counts: t`counts`,
  times: t`times`,
  share: t`share`,
};

/** In what a number is counted: "hours". */
export function unitName({ unit }: RuleSetting): string {
  return units[unit] ?? unit;
}

/** What is wrong with a number as typed; null: nothing. Its limits are the server's to know. */
export function ruleError(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return t`Give a number.`;
  return /^-?(\d{1,12}(\.\d{1,9})?|\.\d{1,9})$/.test(text) ? null : t`Please enter a valid number`;
}

/** A number as its field shows it. */
export function typedNumber(value: number): string {
  return String(value);
}

/** Whether what is typed is that number. */
export function isNumber(typed: string, value: number): boolean {
  return ruleError(typed) === null && Number(typed) === value;
}

/** Numbers as the fields of a form have them. */
export function typedNumbers(rules: readonly RuleSetting[]): Record<string, string> {
  return Object.fromEntries(rules.map(({ name, value }) => [name, typedNumber(value)]));
}

/** The rules with the numbers of a form's fields. */
export function withNumbers(rules: readonly RuleSetting[], numbers: Readonly<Record<string, string>>): RuleSetting[] {
  return rules.map((rule) => ({ ...rule, value: Number(numbers[rule.name]) }));
}

/** The names of the numbers that were changed in the form. */
function changedHere(typed: Readonly<Record<string, string>>, held: readonly RuleSetting[]): Set<string> {
  return new Set(held.filter(({ name, value }) => !isNumber(typed[name] ?? "", value)).map(({ name }) => name));
}

/**
 * What the call must find, so that nobody's number is overwritten unseen: what this person changed is as it was when they
 * began, all else as it is now.
 */
export function expectedNumbers(
  typed: Readonly<Record<string, string>>,
  held: readonly RuleSetting[],
  now: readonly RuleSetting[],
): Record<string, number> {
  const own = changedHere(typed, held);
  const begun = new Map(held.map(({ name, value }) => [name, value]));
  return Object.fromEntries(now.map(({ name, value }) => [name, own.has(name) ? (begun.get(name) ?? value) : value]));
}

/**
 * What to send so that only what this person changed is changed: the numbers as they are now, with what was typed over
 * them. Those that are their defaults are left out, as the call asks.
 * @param held the numbers from which the form was filled @param now the numbers as they stand now
 */
export function wantedNumbers(
  typed: Readonly<Record<string, string>>,
  held: readonly RuleSetting[],
  now: readonly RuleSetting[],
): Record<string, number> {
  const own = changedHere(typed, held);
  return Object.fromEntries(
    now
      .map((rule) => ({ ...rule, value: own.has(rule.name) ? Number(typed[rule.name]) : rule.value }))
      .filter((rule) => rule.value !== rule.default)
      .map(({ name, value }) => [name, value]),
  );
}
