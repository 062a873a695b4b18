import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import type { LeakCase } from "../../../../contract/leaks/cases.ts";
import { mayAccess } from "../../../app/access.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import whole from "../../../app/report/headline/whole-row.module.css";
import { cost, formatPlace } from "../../../app/report/text.ts";
import { useMe } from "../../../app/use-me.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { formatNumber } from "../../../components/format.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { CaseBadge } from "./CaseBadge.tsx";
import { caseTitle } from "./case-text.ts";
import { type CasePlaces, costliestCases } from "./cases-calls.ts";
import classes from "./cases-panel.module.css";
import { type CaseDialog, dialogNames, nextStep } from "./next-step.ts";

/** The cases that cost most a day and need somebody, each with its next step, whatever days the report is about. */
export function CasesPanel({ places }: { places: CasePlaces }): ReactNode {
  const cases = useQuery(costliestCases(places));
  const list = useRef<HTMLUListElement>(null);
  const isManager = mayAccess(useMe(), "property");
  const count = cases.data?.count ?? 0;
  return (
    <QueryPanel
      query={cases}
      what={t`The leak cases`}
      title={t`To do now`}
      subtitle={t`By cost a day`}
      info={t`Leaks that need attention now, regardless of the period above. A case closes once the meter proves its fix.`}
      actions={
        <Link to="/cases" search={{ property_id: places.property_id }} className={classes.all}>
          {t`All ${formatNumber(count)} cases`}
        </Link>
      }
      empty={({ results }) =>
        results.length === 0 ? t`No leaks need attention. New ones appear here automatically.` : undefined
      }
      skeleton={<Waiting />}
    >
      {({ results }) => (
        <ul className={classes.list} ref={list}>
          {results.map((row) => (
            <Row key={row.id} row={row} step={isManager ? nextStep(row) : null} />
          ))}
        </ul>
      )}
    </QueryPanel>
  );
}

function Row({ row, step }: { row: LeakCase; step: CaseDialog | null }): ReactNode {
  const params = { case_id: String(row.id) };
  return (
    <li className={`${classes.case} ${whole.row}`}>
      <Link to="/cases/$case_id" params={params} className={`${classes.place} ${whole.link}`}>
        {formatPlace(row)}
      </Link>
      <span className={classes.rate}>
        <b>{cost(row.dollars_per_day)}</b> {t`a day`}
      </span>
      <span className={classes.about}>
        <span className={whole.above}>
          <LeakTypeBadge leakType={row.leak_type} />
        </span>
        <CaseBadge state={row.state} />
        <span>{t`since ${dayAtProperty(row.started_at, row.time_zone)}`}</span>
      </span>
      {step !== null && (
        <Button
          size="xs"
          variant="default"
          className={`${classes.step} ${whole.above}`}
          aria-label={`${dialogNames[step]}: ${caseTitle(row)}`}
          renderRoot={(props) => <Link to="/cases/$case_id" params={params} search={{ dialog: step }} {...props} />}
        >
          {dialogNames[step]}
        </Button>
      )}
    </li>
  );
}

function Waiting(): ReactNode {
  return (
    <div className={classes.list} role="status" aria-label={t`Loading...`}>
      {[52, 46, 58, 44, 50].map((width) => (
        <div key={width} className={classes.case}>
          <Skeleton width={`${width}%`} height={12} />
        </div>
      ))}
    </div>
  );
}
