import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { propertyTarget } from "../properties/property-target.ts";
import sheet from "./contents/owner-report.module.css";
import type { OwnerReport } from "./contents/report-contents.ts";
import classes from "./owner-properties.module.css";

/** The properties that leaks cost most, each beside the one that they cost most of all. */
export function CostliestPlaces({ report, view }: { report: OwnerReport; view: ReportView }): ReactNode {
  const { costliest } = report;
  const most = costliest[0]?.dollars ?? 0;
  return (
    <section className={sheet.part}>
      <h3>
        <Trans>Where leaks cost most</Trans>
      </h3>
      {costliest.length === 0 && (
        <p>
          <Trans>No property had a leak that cost anything.</Trans>
        </p>
      )}
      <ol className={classes.costliest}>
        {costliest.map(({ property_id, name, dollars, text }) => (
          <li key={property_id}>
            <Link {...propertyTarget(property_id, view.period)}>
              <span className={classes.place}>{name}</span>
              <span>{text}</span>
              <i aria-hidden="true" style={{ "--share": `${(100 * dollars) / most}%` } satisfies CSSProperties} />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
