import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakRow } from "../../../../../contract/reporting/reporting.ts";
import whole from "../../../../app/report/headline/whole-row.module.css";
import { leakTarget } from "../../../../app/report/leak-target.ts";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { formatPlace } from "../../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../../components/badges/leak-type.ts";
import { formatGallonsUnit } from "../../../../components/format.ts";
import { seriesPattern, seriesVariable } from "../../../../theme/series.ts";
import classes from "./bars.module.css";

interface Props extends Pick<ReportDialogProps, "view" | "from"> {
  /** Biggest first. */
  rows: readonly LeakRow[];
}

/** A bar for each leak, as long as its gallons beside the biggest one's; each leads to its leak's page. */
export function BarList({ view, from, rows }: Props): ReactNode {
  const most = rows[0]?.gallons_leaked ?? 0;
  return (
    <ol className={classes.bars}>
      {rows.map((row) => {
        const { color } = leakTypeLook(row.leak_type);
        const share = most === 0 ? 0 : (100 * row.gallons_leaked) / most;
        return (
          <li key={`${row.property_id} ${row.meter_serial_number}`} className={`${classes.bar} ${whole.row}`}>
            <Link
              className={`${classes.place} ${whole.link}`}
              {...leakTarget(from, row, view.period, view.search.only_active)}
            >
              {formatPlace(row)}
            </Link>
            <span className={`${classes.kind} ${whole.above}`}>
              <LeakTypeBadge leakType={row.leak_type} />
            </span>
            <span className={classes.track} aria-hidden="true">
              <span
                data-pattern={seriesPattern[color]}
                style={{ width: `${share}%`, "--ink": seriesVariable(color) }}
              />
            </span>
            <span className={classes.gallons}>{formatGallonsUnit(row.gallons_leaked)}</span>
          </li>
        );
      })}
    </ol>
  );
}
