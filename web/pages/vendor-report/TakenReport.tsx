import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { VendorLink } from "../../../contract/leaks/vendor-links.ts";
import { formatNumber } from "../../components/format.ts";
import { findingNames, fixText } from "../cases/report/case-text.ts";
import { timeAtProperty } from "../property/leak-detail/view/property-time.ts";
import classes from "./vendor-report.module.css";

type Report = NonNullable<VendorLink["report"]>;

interface Props {
  link: VendorLink;
  report: Report;
  /** It was sent from this page just now. */
  isOwn: boolean;
}

/** The report that a link took, which takes no more. */
export function TakenReport({ link, report, isOwn }: Props): ReactNode {
  const { assigned_by, time_zone } = link;
  const text =
    report.finding === null
      ? fixText(report, (amount) => t`cost ${formatNumber(amount, 2)}`)
      : t`Visited: ${findingNames[report.finding]}`;
  return (
    <section className={classes.card}>
      <h1 className={classes.title}>{isOwn ? t`Thank you, your report is saved` : t`This link was used`}</h1>
      <p>
        <strong>{text}</strong>
        <br />
        {timeAtProperty(report.at, time_zone)}
      </p>
      {report.note !== "" && <p className={classes.typed}>{report.note}</p>}
      <p className={classes.lead}>
        {t`This link was used on ${timeAtProperty(report.made_at, time_zone)} and takes no other report. Ask ${assigned_by} for a new one if something changed.`}
      </p>
    </section>
  );
}
