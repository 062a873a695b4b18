import { t } from "@lingui/core/macro";
import type { AlertRow } from "../../../contract/leaks/alerts.ts";
import { type DismissalReason, decidedKinds } from "../../../contract/leaks/case-choices.ts";
import { type CallInput, call } from "../../app/api.ts";
import { formatDate } from "../../components/format.ts";
import { language } from "../../language/language.ts";
import { measure } from "../../language/measure.ts";
import { isSnoozed } from "../cases/report/case-text.ts";

export const dismissalNames: Readonly<Record<DismissalReason, string>> = {
  planned: t`The replacement is planned`,
  known: t`It is always like this here`,
  wrong: t`The report is wrong`,
  unused: t`The device is not needed any more`,
  other: t`Something else`,
};

/** Whether a person can decide about an alert: the causes of all others decide themselves, or their case does. */
export function canDecide({ kind, closed_at }: AlertRow): boolean {
  return closed_at === null && decidedKinds.some((one) => one === kind);
}

/** What was decided about an alert of a device and counts now; null: nothing. */
export function decisionText(row: AlertRow): string | null {
  if (row.case_state !== null || row.closed_at !== null) return null;
  if (row.dismissed_for !== null) return t`Dismissed: ${dismissalNames[row.dismissed_for]}`;
  return isSnoozed(row) ? t`Snoozed until ${formatDate(row.snoozed_until)}` : null;
}

export function decideAlert(id: number, body: CallInput<"PUT /v1/alerts/{id}/decision">["body"]) {
  return call("PUT /v1/alerts/{id}/decision", { params: { id }, query: { language, measure }, body });
}
