import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { AlertRow } from "../../../contract/leaks/alerts.ts";
import { NOT_MEASURED } from "../../components/format.ts";
import steps from "../cases/report/case-steps.module.css";
import { canDecide, decisionText } from "./alert-decision.ts";
import type { AlertDialog } from "./alerts-search.ts";

interface Props {
  row: AlertRow;
  open(dialog: AlertDialog): void;
  takeBack(): void;
}

/** What can be decided about an alert of a device. */
export function AlertSteps({ row, open, takeBack }: Props): ReactNode {
  if (!canDecide(row)) return NOT_MEASURED;
  const step = (label: string, onClick: () => void) => (
    <Button size="xs" variant="default" aria-label={`${label}: ${row.title}`} onClick={onClick}>
      {label}
    </Button>
  );
  if (decisionText(row) !== null) return step(t`Open again`, takeBack);
  return (
    <span className={steps.actions}>
      {step(t`Snooze`, () => open("snooze"))}
      {step(t`Dismiss`, () => open("dismiss"))}
    </span>
  );
}
