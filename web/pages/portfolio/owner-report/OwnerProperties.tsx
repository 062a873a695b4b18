import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { NOT_MEASURED } from "../../../components/format.ts";
import { gal } from "../../../language/measure.ts";
import { propertyTarget } from "../properties/property-target.ts";
import sheet from "./contents/owner-report.module.css";
import type { OwnerReport } from "./contents/report-contents.ts";
import classes from "./owner-properties.module.css";

/** The properties where leaks cost most, with what they used and lost. */
export function OwnerProperties({ report, view }: { report: OwnerReport; view: ReportView }): ReactNode {
  const { properties, changeTitle } = report;
  return (
    <section className={sheet.part}>
      <h3 id="owner-properties">
        <Trans>Where leaks cost most</Trans>
      </h3>
      <table className={classes.properties} aria-labelledby="owner-properties">
        <thead>
          <tr>
            <th scope="col">{t`Property`}</th>
            <th scope="col" className={classes.wide}>{t`Water used (${gal})`}</th>
            <th scope="col" className={classes.wide}>{t`Water lost (${gal})`}</th>
            <th scope="col">{t`Share of its water lost`}</th>
            <th scope="col">{t`Cost of leaks`}</th>
            <th scope="col" className={classes.wide}>
              {changeTitle}
            </th>
          </tr>
        </thead>
        <tbody>
          {properties.map(({ property_id, name, used, lost, share, cost, change }) => (
            <tr key={property_id}>
              <th scope="row">
                <Link {...propertyTarget(property_id, view.period)}>{name}</Link>
              </th>
              <td className={classes.wide}>{used}</td>
              <td className={classes.wide}>{lost}</td>
              <td>{share}</td>
              <td>{cost}</td>
              <td className={classes.wide}>{change ?? NOT_MEASURED}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
