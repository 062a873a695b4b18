import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { WholeCase } from "../../../../contract/leaks/cases.ts";
import { formatDate } from "../../../components/format.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { clockNames, clockSources, stepNames } from "../report/clock-text.ts";
import classes from "./case.module.css";

type Deadline = WholeCase["deadlines"][number];

/** Until when a case is to be dealt with, by which rule, and what of it is done; nothing where no rule is set. */
export function CaseDeadlines({ whole: { clock, deadlines, due_on, is_overdue } }: { whole: WholeCase }): ReactNode {
  if (deadlines.length === 0) return null;
  return (
    <Panel title={t`Deadlines`} subtitle={clockNames[clock]}>
      <dl className={classes.facts}>
        {deadlines.map((deadline) => (
          <div key={deadline.step}>
            <dt>{stepNames[deadline.step]}</dt>
            <dd data-overdue={(is_overdue && deadline.due_on === due_on && deadline.done_on === null) || undefined}>
              {deadlineText(deadline)}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.source}>{clockSources[clock]}</p>
    </Panel>
  );
}

function deadlineText({ step, due_on, done_on }: Deadline): string {
  if (done_on !== null) {
    const day = formatDate(done_on);
    return due_on !== null && done_on > due_on ? t`Done ${day}, due ${formatDate(due_on)}` : t`Done ${day}`;
  }
  if (due_on !== null) return t`By ${formatDate(due_on)}`;
  return step === "investigate" ? t`Not done yet` : t`Counts from the first visit`;
}
