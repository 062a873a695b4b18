import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { WholeCase } from "../../../../contract/leaks/cases.ts";
import type { QueuedReport } from "../../../app/offline/offline-store.ts";
import { CaseChecklist, CaseFacts } from "../one/CaseFacts.tsx";
import { CaseHistory } from "../one/CaseHistory.tsx";
import { caseSentence, caseTitle, rateText } from "../report/case-text.ts";
import { type CaseDialog, dialogNames } from "../report/next-step.ts";
import { waitingText } from "./MyCaseRow.tsx";
import classes from "./my-cases.module.css";

/** What a technician reports, the most frequent first. */
const dialogs: readonly CaseDialog[] = ["fixed", "visited", "note", "not_a_leak"];

interface Props {
  whole: WholeCase;
  /** What was reported about it, and is not sent yet. */
  reports: readonly QueuedReport[];
  open(dialog: CaseDialog): void;
  onBack(): void;
}

/** A case as a technician needs it at the door: where, what to bring and check, what was done, and what to report. */
export function MyCase({ whole, reports, open, onBack }: Props): ReactNode {
  return (
    <>
      <header className={classes.head}>
        <Button className={classes.back} variant="subtle" leftSection={<IconArrowLeft size={18} />} onClick={onBack}>
          <Trans>My cases</Trans>
        </Button>
        <h1 className={classes.title}>{caseTitle(whole)}</h1>
        <p>{rateText(whole)}</p>
        <p>{caseSentence(whole)}</p>
        {reports.map((report) => (
          <p key={report.key} className={classes.waiting}>
            {waitingText(report)}
          </p>
        ))}
      </header>
      <div className={classes.acts}>
        {dialogs.map((dialog) => (
          <Button key={dialog} variant={dialog === "fixed" ? "filled" : "default"} onClick={() => open(dialog)}>
            {dialog === "fixed" ? t`Fixed` : dialogNames[dialog]}
          </Button>
        ))}
      </div>
      <CaseFacts whole={whole} />
      <CaseChecklist whole={whole} />
      <CaseHistory whole={whole} canUndo={false} />
    </>
  );
}
