import { t } from "@lingui/core/macro";
import type { Me } from "../../../contract/accounts/session.ts";
import { Gallon, Gallons } from "../../language/measure.ts";
import { mayAccess } from "../access.ts";
import type { LeakList } from "./leak-target.ts";
import type { ReportView } from "./search/report-view.ts";

/** What every dialog over a report gets. */
export interface ReportDialogProps {
  view: ReportView;
  /** The list below which the leaks of the screen have their pages. */
  from: LeakList;
  opened: boolean;
  onClose: () => void;
}

export type ReportDialogName = "gallons-leaks-dynamics" | "leak-related-costs" | "custom-cost" | "bar-chart";

/** The dialogs that open over a report, as its address names them, in the order of their buttons. */
export const reportDialogs: readonly { dialog: ReportDialogName; label: string; needsPortfolio?: true }[] = [
  { dialog: "gallons-leaks-dynamics", label: t`${Gallons} & Leaks Dynamics` },
  { dialog: "leak-related-costs", label: t`Leak-Related Costs`, needsPortfolio: true },
  { dialog: "custom-cost", label: t`Set Custom Cost per ${Gallon}`, needsPortfolio: true },
  { dialog: "bar-chart", label: t`Bar Chart` },
];

/** The dialog of an address; undefined: it names none of these. */
export function reportDialogOf(dialog: string | undefined): ReportDialogName | undefined {
  return reportDialogs.find((known) => known.dialog === dialog)?.dialog;
}

/** Whether the user may see a dialog: figures in dollars by day and prices are for Portfolio Insights alone. */
export function mayOpen(me: Me, dialog: ReportDialogName): boolean {
  const needsPortfolio = reportDialogs.some((known) => known.dialog === dialog && known.needsPortfolio);
  return !needsPortfolio || mayAccess(me, "portfolio");
}
