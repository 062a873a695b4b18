import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import type { LeakRow } from "../../../../contract/reporting/reporting.ts";
import type { LeakUnitRow } from "../../../../contract/reporting/top-leaks.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import whole from "../../../app/report/headline/whole-row.module.css";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { nothingToDo } from "../../../app/report/no-leak.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { cost, formatPlace } from "../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../components/badges/leak-type.ts";
import { formatGallonsUnit } from "../../../components/format.ts";
import { usePageKeys } from "../../../components/page-keys.ts";
import { isOneDay } from "../../../components/period/period.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { moveRow } from "../../../components/table/row-keys.ts";
import { seriesVariable } from "../../../theme/series.ts";
import { homeQueries } from "./home-queries.ts";
import { leakDaysText, leakSpanText } from "./leak-text.ts";
import classes from "./work-list.module.css";

/** How many leaks a person is sent to first. */
const TOP = 5;

/**
 * The five biggest leaks of the report's days by priority; each links to its page.
 * @param empty shown instead if the days have no reading at all
 */
export function WorkList({ view, empty }: { view: ReportView; empty?: string }): ReactNode {
  const units = useQuery(homeQueries(view.search).workList);
  const leaks = useQuery(homeQueries(view.search).biggestLeaks);
  const list = useRef<HTMLOListElement>(null);
  const rows = units.data?.results.slice(0, TOP);
  const hasRows = rows !== undefined && rows.length > 0;
  usePageKeys(list, "table", hasRows ? moveRow : null);
  const most = Math.max(0, ...(rows ?? []).map(({ gallons_leaked }) => gallons_leaked));
  const sameLeak = (row: LeakUnitRow) => (leak: LeakRow) =>
    leak.property_id === row.property_id && leak.meter_serial_number === row.meter_serial_number;
  return (
    <QueryPanel
      query={units}
      what={t`The biggest leaks`}
      empty={() => empty}
      title={t`Start here`}
      subtitle={t`Top 5 leaks, ${formatPeriod(view.period)}`}
      info={t`By the water lost in this period. What is at the top costs most while nobody goes there.`}
      skeleton={<Waiting />}
    >
      {() =>
        hasRows ? (
          <ol className={classes.list} ref={list} data-keys="table">
            {rows.map((row, index) => (
              <Leak
                key={`${row.property_id} ${row.meter_serial_number}`}
                row={row}
                view={view}
                most={most}
                index={index}
                leak={leaks.data?.results.find(sameLeak(row))}
              />
            ))}
          </ol>
        ) : (
          <p className={classes.none}>{nothingToDo(view.search)}</p>
        )
      }
    </QueryPanel>
  );
}

interface LeakProps {
  row: LeakUnitRow;
  view: ReportView;
  /** Gallons of the biggest, for the length of the bars. */
  most: number;
  /** Counted from 0. */
  index: number;
  /** The same in the list of leaks, which knows since when it runs; undefined while that is not known. */
  leak: LeakRow | undefined;
}

function Leak({ row, view, most, index, leak }: LeakProps): ReactNode {
  const width = `${most === 0 ? 0 : (100 * row.gallons_leaked) / most}%`;
  const { color } = leakTypeLook(row.leak_type);
  const about = [leakDaysText(row.leak_days, isOneDay(view.period)), leak && leakSpanText(leak)]
    .filter(Boolean)
    .join(", ");
  return (
    <li className={`${classes.leak} ${whole.row}`}>
      <span className={classes.rank} aria-hidden="true">
        {index + 1}
      </span>
      <Link
        className={`${classes.place} ${whole.link}`}
        data-row={index}
        {...leakTarget("top5", row, view.period, view.search.only_active)}
      >
        {formatPlace(row)}
      </Link>
      <span className={classes.loss}>
        <b>{formatGallonsUnit(row.gallons_leaked)}</b> {cost(row.leak_expense)}
      </span>
      <span className={classes.about}>
        <span className={`${classes.kind} ${whole.above}`}>
          <LeakTypeBadge leakType={row.leak_type} />
        </span>
        <span className={classes.life}>{about}</span>
      </span>
      <span className={classes.bar} aria-hidden="true" style={{ "--bar": seriesVariable(color) }}>
        <span style={{ width }} />
      </span>
    </li>
  );
}

function Waiting(): ReactNode {
  return (
    <div className={classes.list} role="status" aria-label={t`Loading...`}>
      {[62, 48, 56, 40, 52].map((width) => (
        <div key={width} className={classes.leak}>
          <span className={classes.rank} />
          <Skeleton width={`${width}%`} height={12} />
          <span className={classes.loss} />
          <span className={classes.about}>
            <Skeleton width="40%" height={10} />
          </span>
          <span className={classes.bar} />
        </div>
      ))}
    </div>
  );
}
