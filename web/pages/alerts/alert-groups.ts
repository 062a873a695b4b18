import { t } from "@lingui/core/macro";
import type { AlertKind } from "../../../contract/leaks/alerts.ts";

/** What alerts are about, each with its kinds, most urgent first. */
export const alertGroups = [
  { group: "leaks", label: t`Leaks`, kinds: ["leak opened", "leak grew", "case overdue", "leak ended"] },
  { group: "devices", label: t`Silent devices`, kinds: ["device down"] },
  { group: "upkeep", label: t`Batteries and signals`, kinds: ["low battery", "signal fell"] },
  { group: "readings", label: t`Readings to decide on`, kinds: ["quarantine"] },
  { group: "prices", label: t`Prices`, kinds: ["price ended"] },
  { group: "vacant", label: t`Vacant but used`, kinds: ["vacant but used"] },
  { group: "no-water", label: t`No water`, kinds: ["no consumption"] },
] as const satisfies readonly { group: string; label: string; kinds: readonly AlertKind[] }[];

export type AlertGroup = (typeof alertGroups)[number]["group"];

/** The kinds of a group; undefined (all kinds) without one. */
export function kindsOf(group: AlertGroup | undefined): AlertKind[] | undefined {
  const kinds: readonly AlertKind[] | undefined = alertGroups.find((known) => known.group === group)?.kinds;
  return kinds && [...kinds];
}
