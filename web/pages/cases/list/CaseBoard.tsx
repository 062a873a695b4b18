import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakCase } from "../../../../contract/leaks/cases.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import type { QueryResult } from "../../../app/query-state.ts";
import { cost, formatPlace } from "../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { formatMonthDay, formatNumber } from "../../../components/format.ts";
import { CaseBadge } from "../report/CaseBadge.tsx";
import { CaseSteps } from "../report/CaseSteps.tsx";
import { caseTitle } from "../report/case-text.ts";
import classes from "./case-board.module.css";
import type { CaseActions } from "./case-columns.tsx";
import { type BoardColumn, boardColumns } from "./cases-queries.ts";

const names: Readonly<Record<BoardColumn, { title: string; empty: string }>> = {
  new: { title: t`New`, empty: t`No new leaks. They appear here automatically.` },
  working: { title: t`In progress`, empty: t`What is acknowledged, assigned or visited is here.` },
  fixed: { title: t`Fix reported`, empty: t`A case stays here from a reported fix until the meter proves it.` },
  verified: { title: t`Verified`, empty: t`A case moves here once its fix is proven by the meter.` },
};

type Cases = QueryResult<{ count: number; results: LeakCase[] }>;
type Actions = Pick<CaseActions, "open" | "acknowledge"> | null;

interface Props {
  /** Of each column, in their order. */
  columns: readonly Cases[];
  /** null: the user may only look. */
  actions: Actions;
}

/** Cases in columns, from found to proven fixed; in each the costliest, among the verified the latest. */
export function CaseBoard({ columns, actions }: Props): ReactNode {
  return (
    <>
      <div className={classes.board}>
        {boardColumns.map((column, index) => (
          <Column key={column} column={column} cases={columns[index]} actions={actions} />
        ))}
      </div>
      <p className={classes.more}>{t`Snoozed cases, and those that ended on their own, are in the list.`}</p>
    </>
  );
}

interface ColumnProps {
  column: BoardColumn;
  cases: Cases | undefined;
  actions: Actions;
}

function Column({ column, cases, actions }: ColumnProps): ReactNode {
  if (cases === undefined) return null;
  const { title, empty } = names[column];
  const count = cases.data?.count ?? 0;
  return (
    <QueryPanel
      query={cases}
      what={title}
      title={title}
      subtitle={cases.data && formatNumber(count)}
      empty={({ results }) => (results.length === 0 ? empty : undefined)}
    >
      {({ results }) => (
        <>
          <ul className={classes.cards}>
            {results.map((row) => (
              <Card key={row.id} row={row} actions={actions} />
            ))}
          </ul>
          {count > results.length && (
            <p className={classes.more}>{t`${formatNumber(count - results.length)} more are in the list`}</p>
          )}
        </>
      )}
    </QueryPanel>
  );
}

function Card({ row, actions }: { row: LeakCase; actions: Actions }): ReactNode {
  return (
    <li className={classes.card}>
      <Link to="/cases/$case_id" params={{ case_id: String(row.id) }} className={classes.place}>
        {formatPlace(row)}
      </Link>
      <span className={classes.about}>
        <LeakTypeBadge leakType={row.leak_type} />
        <CaseBadge state={row.state} />
      </span>
      <span className={classes.about}>
        <b>{t`${cost(row.dollars_per_day)} a day`}</b>
        {row.assignee !== null && <span>{row.vendor ?? row.assignee}</span>}
        {row.due_on !== null && (
          <span data-overdue={row.is_overdue || undefined}>
            {row.is_overdue ? t`Overdue ${formatMonthDay(row.due_on)}` : t`Due ${formatMonthDay(row.due_on)}`}
          </span>
        )}
      </span>
      {actions !== null && (
        <CaseSteps
          state={row.state}
          title={caseTitle(row)}
          open={(dialog) => actions.open(row, dialog)}
          acknowledge={() => actions.acknowledge(row)}
        />
      )}
    </li>
  );
}
