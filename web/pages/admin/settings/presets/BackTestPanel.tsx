import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { sentenceOf } from "../../../../app/api-error.ts";
import { formatPlace } from "../../../../app/report/text.ts";
import { formatDate, formatDollars, formatGallonsUnit, formatNumber } from "../../../../components/format.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { dollarsColumn, gallonsColumn, leakTypeColumn } from "../../../../components/table/columns.tsx";
import { DataTable } from "../../../../components/table/DataTable.tsx";
import { dayAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { addUpBackTests, type BackTestSums, type FoundCase } from "./back-test-sums.ts";
import classes from "./presets.module.css";
import type { BackTestRun } from "./use-back-test.ts";

interface Props {
  run: BackTestRun;
  onCancel: () => void;
  onResume: () => void;
  /** What to do with what is shown. */
  children: ReactNode;
}

/** What other settings would have done in the last 90 days: which cases are removed and added, and what they are worth. */
export function BackTestPanel({ run, onCancel, onResume, children }: Props): ReactNode {
  const { tests, properties, left, state } = run;
  const sums = addUpBackTests(tests);
  const [first] = tests;
  const isOne = properties.length === 1;
  const result = useRef<HTMLDivElement>(null);
  // The numbers under Expert are a long way below.
  useEffect(() => {
    result.current?.scrollIntoView({ block: "nearest" });
  }, []);
  useEffect(() => {
    // The button that had the focus went with what it was for.
    if (state !== "running" && document.activeElement === document.body) result.current?.focus();
  }, [state]);
  return (
    <Panel
      title={t`Preview`}
      subtitle={
        first === undefined
          ? t`The last 90 days, with the other settings`
          : t`${formatDate(first.from)} to ${formatDate(first.until)}, with the other settings. Nothing is changed yet.`
      }
      level={2}
      state={{ kind: "ready" }}
    >
      <div className={classes.result} ref={result} tabIndex={-1}>
        {state === "failed" ? (
          <ErrorState inline message={t`The preview failed: ${sentenceOf(run.error)}`} onRetry={onResume} />
        ) : (
          <Progress run={run} onCancel={onCancel} onResume={onResume} />
        )}
        {tests.length > 0 && <Effect sums={sums} />}
        <Remarks sums={sums} left={left.map(({ name }) => name)} isOne={isOne} />
        {tests.length > 0 && <Cases sums={sums} isOne={isOne} />}
        {state !== "running" && children}
      </div>
    </Panel>
  );
}

/** How far a run is; where it was cancelled, what its figures are worth. */
function Progress({ run, onCancel, onResume }: Omit<Props, "children">): ReactNode {
  const { tests, properties, left, state } = run;
  const [done, all] = [tests.length + left.length, properties.length];
  return (
    <div className={classes.progress}>
      {state === "running" && <progress aria-label={t`Preview`} max={all} value={all === 1 ? undefined : done} />}
      <span role="status" className={classes.remark}>
        {progressText(state, done, all)}
      </span>
      {state === "running" && (
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      )}
      {state === "cancelled" && (
        <Button variant="default" onClick={onResume}>
          <Trans>Continue</Trans>
        </Button>
      )}
    </div>
  );
}

function progressText(state: BackTestRun["state"], done: number, all: number): string {
  if (state === "running") return all === 1 ? t`Replaying the stored hours…` : t`${done} of ${all} properties replayed`;
  if (state === "done") {
    if (all === 0) return t`No property uses these settings: no case changes.`;
    return all === 1 ? t`All stored hours were replayed.` : t`All stored hours of ${all} properties were replayed.`;
  }
  if (done === 0) return t`Canceled before a property was replayed.`;
  return t`Canceled. The figures are of a sample: ${done} of ${all} properties, taken at random.`;
}

/** The sums of what goes, comes and stays. */
function Effect({ sums: { before, after, removed, added, changed } }: { sums: BackTestSums }): ReactNode {
  const worth = ({ gallons, cost }: typeof removed) => `${formatGallonsUnit(gallons)} · ${formatDollars(cost, 2)}`;
  const notALeak = ({ not_a_leak_count: count }: typeof removed) =>
    count === 0
      ? null
      : t`${plural(count, { one: "# was marked as not a leak", other: "# were marked as not a leak" })}`;
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t`Cases removed`}</dt>
        <dd className={classes.count}>{formatNumber(removed.count)}</dd>
        <dd>{worth(removed)}</dd>
        <dd>{notALeak(removed)}</dd>
      </div>
      <div>
        <dt>{t`Cases added`}</dt>
        <dd className={classes.count}>{formatNumber(added.count)}</dd>
        <dd>{worth(added)}</dd>
        <dd>{notALeak(added)}</dd>
      </div>
      <div>
        <dt>{t`All cases`}</dt>
        <dd className={classes.count}>
          {formatNumber(before.count)} → {formatNumber(after.count)}
        </dd>
        <dd>{t`${formatDollars(before.cost, 2)} before, ${formatDollars(after.cost, 2)} after`}</dd>
        <dd>
          {changed > 0 &&
            plural(changed, {
              one: "# stays with other hours or gallons",
              other: "# stay with other hours or gallons",
            })}
        </dd>
      </div>
    </dl>
  );
}

/** What the figures do not cover. */
function Remarks({ sums, left, isOne }: { sums: BackTestSums; left: string[]; isOne: boolean }): ReactNode {
  const { withoutReadings, shortened } = sums;
  const [oldest] = shortened;
  const remarks = [
    left.length > 0 && t`No longer in this organization, and left out: ${left.join(", ")}.`,
    withoutReadings.length > 0 &&
      (isOne ? t`This property has no readings yet.` : t`Without readings yet: ${withoutReadings.join(", ")}.`),
    oldest?.hours_kept_from &&
      (isOne
        ? t`Hours before ${formatDate(oldest.hours_kept_from)} are archived: leaks before that day stay as they are.`
        : t`Of ${plural(shortened.length, { one: "# property", other: "# properties" })} hours of the period are archived: their leaks before stay as they are.`),
  ].filter((remark) => typeof remark === "string");
  return remarks.map((remark) => (
    <p key={remark} className={classes.remark}>
      {remark}
    </p>
  ));
}

function Cases({ sums, isOne }: { sums: BackTestSums; isOne: boolean }): ReactNode {
  const { removed, added, removedCases, addedCases } = sums;
  const part = (name: string, none: string, count: number, rows: FoundCase[]) => (
    <section className={classes.list} aria-label={name}>
      <h3>{name}</h3>
      {rows.length === 0 ? (
        <p className={classes.remark}>{none}</p>
      ) : (
        <>
          {rows.length < count && (
            <p className={classes.remark}>{t`The ${formatNumber(rows.length)} with the most water are listed.`}</p>
          )}
          <DataTable caption={name} columns={caseColumns(isOne, rows)} rows={rows} rowKey={keyOf} />
        </>
      )}
    </section>
  );
  return (
    <>
      {part(t`Cases removed`, t`No case would be removed.`, removed.count, removedCases)}
      {part(t`Cases added`, t`No case would be added.`, added.count, addedCases)}
    </>
  );
}

function keyOf(row: FoundCase): string {
  return `${row.property_id} ${row.meter_serial_number} ${row.leak_type} ${row.started_at}`;
}

const decisionColumn: TableColumn<FoundCase> = {
  id: "is_not_a_leak",
  header: t`Decision`,
  width: 120,
  card: "under",
  cell: (row) => (row.is_not_a_leak ? t`Not a leak` : ""),
  text: (row) => (row.is_not_a_leak ? t`Not a leak` : ""),
};

function caseColumns(isOne: boolean, rows: readonly FoundCase[]): readonly TableColumn<FoundCase>[] {
  const place = (row: FoundCase) => formatPlace(isOne ? { ...row, property_name: "" } : row);
  return [
    {
      id: "place",
      header: isOne ? t`Building | Unit` : t`Property | Building | Unit`,
      card: "title",
      cell: (row) =>
        row.case_id === null ? (
          <span className={classes.place}>{place(row)}</span>
        ) : (
          <Link to="/cases/$case_id" params={{ case_id: String(row.case_id) }} className={classes.place}>
            {place(row)}
          </Link>
        ),
      text: place,
    },
    leakTypeColumn({ width: 140, card: "under" }),
    {
      id: "started_at",
      header: t`Since`,
      width: 120,
      card: "under",
      cell: (row) => dayAtProperty(row.started_at, row.time_zone),
      text: (row) => row.started_at,
    },
    ...(rows.some(({ is_not_a_leak }) => is_not_a_leak) ? [decisionColumn] : []),
    gallonsColumn("gallons", t`Leaked`, { width: 110, card: "main" }),
    dollarsColumn("cost", t`Cost`, { width: 110, card: "main", strong: true }),
  ];
}
