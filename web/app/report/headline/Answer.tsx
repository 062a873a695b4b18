import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakRow } from "../../../../contract/reporting/reporting.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { formatGallonsUnit } from "../../../components/format.ts";
import { QueryPanel } from "../../QueryPanel.tsx";
import { type LeakList, leakTarget } from "../leak-target.ts";
import { nothingToDo } from "../no-leak.ts";
import { biggestLeaksQuery } from "../report-queries.ts";
import { comparesDays } from "../search/report-search.ts";
import type { ReportView } from "../search/report-view.ts";
import { formatPlace, outsideUnitsNote } from "../text.ts";
import classes from "./Answer.module.css";
import { Bones } from "./Bones.tsx";
import { HeadlineDays } from "./HeadlineDays.tsx";
import { LostWater } from "./LostWater.tsx";
import { leakColour } from "./leak-colour.ts";
import { useHeadline } from "./use-headline.ts";
import whole from "./whole-row.module.css";

/** Where water is being lost, what it costs and where to start: the first thing on every report. */
export function Answer({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const { overview, filling } = useHeadline(view);
  const leaks = useQuery(biggestLeaksQuery(view.search));
  const { data } = overview;
  return (
    <div
      className={classes.answer}
      data-alone={filling !== null || undefined}
      data-compared={comparesDays(view.search) || undefined}
    >
      <QueryPanel
        query={overview}
        what={t`The figures`}
        empty={() => filling}
        title={t`Water lost`}
        subtitle={data && <HeadlineDays overview={data} search={view.search} leaks={leaks.data} />}
        info={t`What leaked and its cost, at the price in force on each day.`}
        skeleton={<Bones widths={["45%", "70%", "100%", "80%", "30%"]} />}
      >
        {(figures) => <LostWater overview={figures} view={view} apart={outsideUnitsNote(leaks.data)} />}
      </QueryPanel>
      {filling === null && <BiggestLeaks view={view} from={from} />}
    </div>
  );
}

/** The three leaks to see to first, as bars that lead to their pages. */
function BiggestLeaks({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const leaks = useQuery(biggestLeaksQuery(view.search));
  return (
    <QueryPanel
      query={leaks}
      what={t`The biggest leaks`}
      title={t`Start here`}
      subtitle={t`The biggest leaks of this period`}
      skeleton={<Bones widths={["100%", "80%", "60%"]} />}
    >
      {({ results }) =>
        results.length === 0 ? (
          <p className={classes.sentence}>{nothingToDo(view.search)}</p>
        ) : (
          <ol className={classes.leaks}>
            {results.slice(0, 3).map((row) => (
              <li key={`${row.property_id} ${row.meter_serial_number}`} className={`${classes.leak} ${whole.row}`}>
                <Link
                  className={`${classes.place} ${whole.link}`}
                  {...leakTarget(from, row, view.period, view.search.only_active)}
                >
                  {formatPlace(row)}
                </Link>
                <Leak row={row} most={results[0]?.gallons_leaked ?? 0} />
              </li>
            ))}
          </ol>
        )
      }
    </QueryPanel>
  );
}

function Leak({ row, most }: { row: LeakRow; most: number }): ReactNode {
  const width = `${most === 0 ? 0 : (100 * row.gallons_leaked) / most}%`;
  const colour = leakColour(row.leak_type).replaceAll("_", "-");
  return (
    <>
      <span className={`${classes.kind} ${whole.above}`}>
        <LeakTypeBadge leakType={row.leak_type} />
        {formatGallonsUnit(row.gallons_leaked)}
        {row.unit_id === null && t` (not of a unit)`}
      </span>
      <span className={classes.bar} aria-hidden="true" style={{ "--bar": `var(--series-${colour})` }}>
        <span style={{ width }} />
      </span>
    </>
  );
}
