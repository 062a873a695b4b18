import { plural, t } from "@lingui/core/macro";
import type { CaseClock } from "../../../../contract/leaks/case-clocks.ts";
import type { WholeCase } from "../../../../contract/leaks/cases.ts";

type Rule = CaseClock["rule"];

export const clockNames: Readonly<Record<Rule, string>> = {
  none: t`No deadlines`,
  house: t`House rule`,
  lease: t`Days in the lease`,
  california: t`California Civil Code 1954.210`,
};

/** Where a rule comes from, and as of when; of laws also that it is no legal advice. */
export const clockSources: Readonly<Record<Rule, string>> = {
  none: t`Leak cases have no deadlines.`,
  house: t`Your own rule: days from when the leak was found until somebody acknowledges it, and until it is fixed.`,
  lease: t`The days within which the lease says that leaks are repaired, as Texas wants a lease to state (16 TAC 24.279 (a)(7), read November 2026). Units only. Not legal advice.`,
  california: t`Civil Code 1954.210, as in force on January 1, 2025: 21 days from when the owner is aware; usage charges are limited 21 days, and end 180 days, after the first investigation until the repair. Units only. Not legal advice.`,
};

export const stepNames: Readonly<Record<WholeCase["deadlines"][number]["step"], string>> = {
  acknowledge: t`Acknowledge`,
  investigate: t`First investigation`,
  fix: t`Fix`,
  charge_limit: t`Usage charges are limited`,
  charges_end: t`Usage charges end`,
};

/** A rule with its days: "House rule: acknowledge within 1 day, fix within 7 days". */
export function clockText(clock: CaseClock): string {
  const days = (count: number) => plural(count, { one: "# day", other: "# days" });
  if (clock.rule === "house") {
    return t`House rule: acknowledge within ${days(clock.acknowledge_days)}, fix within ${days(clock.fix_days)}`;
  }
  return clock.rule === "lease" ? t`Lease: fix within ${days(clock.fix_days)}` : clockNames[clock.rule];
}
