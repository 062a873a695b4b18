import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { gallonsIn, measureSigns, moreDecimals } from "../../../contract/display/measures.ts";
import type { VendorLink } from "../../../contract/leaks/vendor-links.ts";
import { call } from "../../app/api.ts";
import { ApiError, sentenceOf } from "../../app/api-error.ts";
import { dependent } from "../../app/query.ts";
import { Bones } from "../../app/report/headline/Bones.tsx";
import { PlainShell } from "../../app/shell/PlainShell.tsx";
import { CopyText } from "../../components/CopyText.tsx";
import { formatNumber } from "../../components/format.ts";
import { attachedToName, HYBRID_LEAK, leakTypeNames } from "../../components/labels.ts";
import { ErrorState } from "../../components/states/ErrorState.tsx";
import { DeadLink } from "../account/new-password/DeadLink.tsx";
import { useLinkToken } from "../account/new-password/link-token.ts";
import { checklist } from "../cases/report/case-text.ts";
import { dayAtProperty, timeAtProperty } from "../property/leak-detail/view/property-time.ts";
import { ReportForm } from "./ReportForm.tsx";
import { TakenReport } from "./TakenReport.tsx";
import classes from "./vendor-report.module.css";

/** What a vendor's link leads to: one leak, and the form of its one report. */
export function VendorReportPage(): ReactNode {
  const token = useLinkToken();
  return (
    <PlainShell>
      <title>{t`Leak report · Dripline`}</title>
      {token === null ? (
        <DeadLink title={t`The link is not complete`}>
          <p className={classes.lead}>
            <Trans>Open the whole link that you were sent; it ends with a token.</Trans>
          </p>
        </DeadLink>
      ) : (
        <Linked key={token} token={token} />
      )}
    </PlainShell>
  );
}

function linkQuery(token: string) {
  return dependent(
    queryOptions({
      queryKey: ["vendor-link", token],
      queryFn: ({ signal }) => call("POST /v1/vendor-link", { body: { token }, signal }),
      // What is typed stays, whatever becomes of the link: sending it shows what.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
}

function Linked({ token }: { token: string }): ReactNode {
  const { data: link, error, refetch } = useQuery(linkQuery(token));
  const [isSent, setSent] = useState(false);
  if (error instanceof ApiError && error.status === 403) {
    return (
      <DeadLink title={t`This link is not valid`}>
        <p className={classes.lead}>{error.detail}</p>
      </DeadLink>
    );
  }
  if (error !== null && link === undefined) {
    return <ErrorState message={sentenceOf(error)} onRetry={() => void refetch()} />;
  }
  if (link === undefined) return <Bones height={480} widths={["60%", "90%", "40%"]} />;
  const { report, case: leak } = link;
  return (
    <div className={classes.page}>
      {report !== null && <TakenReport link={link} report={report} isOwn={isSent} />}
      {leak !== null && (
        <>
          <Leak link={link} leak={leak} />
          <ReportForm
            token={token}
            leak={leak}
            zone={link.time_zone}
            onSent={() => {
              setSent(true);
              void refetch();
            }}
          />
        </>
      )}
    </div>
  );
}

type LinkedCase = NonNullable<VendorLink["case"]>;

/** Where it leaks, how much, since when, and what to bring. */
function Leak({ link, leak }: { link: VendorLink; leak: LinkedCase }): ReactNode {
  const { assigned_by, note, expires_at, time_zone } = link;
  const place = [leak.building_name, leak.unit_name].filter(Boolean).join(", ");
  const facts: [string, ReactNode][] = [
    [t`Property`, leak.property_name],
    ...(leak.address === "" ? [] : ([[t`Address`, leak.address]] satisfies [string, ReactNode][])),
    [t`Attached to`, /^[SD]POE$/.test(leak.attached_to) ? t`The whole unit` : attachedToName(leak.attached_to)],
    [t`Meter`, <CopyText key="serial" text={leak.meter_serial_number} label={t`Copy the device's serial number`} />],
    [t`Since`, dayAtProperty(leak.started_at, time_zone)],
    [t`Loses per Day`, volumeText(leak)],
    [t`Assigned by`, assigned_by],
    [t`Link valid until`, timeAtProperty(expires_at, time_zone)],
  ];
  return (
    <>
      <header>
        <h1 className={classes.title}>{place}</h1>
        <p className={classes.lead}>{leakTypeNames[leak.leak_type] ?? HYBRID_LEAK}</p>
      </header>
      {note !== "" && (
        <section className={classes.note}>
          <h2>
            <Trans>Note from {assigned_by}</Trans>
          </h2>
          <p>{note}</p>
        </section>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className={classes.card}>
        <h2>
          <Trans>What to bring and check</Trans>
        </h2>
        <ol className={classes.steps}>
          {checklist(leak.leak_type).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </>
  );
}

/** In the organization's measure: that of this browser may be another's. */
function volumeText({ gallons_per_day: gallons, measure }: LinkedCase): string {
  if (gallons === null) return t`Not known yet`;
  const decimals = { 0: 0, 1: 1, 3: 3 } as const;
  const digits = Object.values(decimals).find((one) => one === moreDecimals[measure]) ?? 0;
  return `${formatNumber(gallons / gallonsIn(measure), digits)} ${measureSigns[measure]}`;
}
