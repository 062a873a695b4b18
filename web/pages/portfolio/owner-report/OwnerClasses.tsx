import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Performance } from "../../../../contract/reporting/reporting.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { performanceColor, performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import sheet from "./contents/owner-report.module.css";
import type { OwnerReport } from "./contents/report-contents.ts";
import classes from "./owner-properties.module.css";
import { sameRows } from "./same-rows.ts";

const inkOf = (id: Performance) => ({ "--ink": `var(--${performanceColor(id)})` });

/** The number of properties in each class, as one bar and as text. */
export function OwnerClasses({ report, view }: { report: OwnerReport; view: ReportView }): ReactNode {
  const { classes: counts, noData } = report;
  return (
    <section className={sheet.part}>
      <h3>
        <Trans>Properties by share of water lost</Trans>
      </h3>
      <div className={classes.shares} aria-hidden="true">
        {counts.map(({ id, count }) => (
          <span key={id} style={{ ...inkOf(id), flexGrow: count }} hidden={count === 0} />
        ))}
      </div>
      <ul className={classes.keys}>
        {counts.map(({ id, count }) => (
          <li key={id}>
            <Link to="/properties" search={{ ...sameRows(view), performance: [id] }}>
              <i style={inkOf(id)} aria-hidden="true" />
              {performanceName(id)} <b>{count}</b>
            </Link>
          </li>
        ))}
        {noData > 0 && <li>{t`${plural(noData, { one: "# property", other: "# properties" })} without data`}</li>}
      </ul>
    </section>
  );
}
