import { t } from "@lingui/core/macro";
import { IconCircleCheckFilled, IconClockPause } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { describeCoverage } from "../../../app/report/text.ts";
import { formatDate, formatNumber } from "../../../components/format.ts";
import classes from "./home.module.css";
import { homeQueries } from "./home-queries.ts";
import { SilentDevices } from "./SilentDevices.tsx";

/** Whether the figures cover all the water: meter-days read, and devices without data now. */
export function DataComplete({ view }: { view: ReportView }): ReactNode {
  const overview = useQuery(homeQueries(view.search).overview);
  return (
    <QueryPanel
      query={overview}
      what={t`The meter days`}
      title={t`Is the data complete?`}
      info={t`A meter's day is read when at least three quarters of its hours are measured.`}
      skeleton={<Bones widths={["60%", "90%"]} />}
    >
      {(data) => (
        <>
          <Coverage overview={data} />
          <SilentDevices search={view.search} />
        </>
      )}
    </QueryPanel>
  );
}

function Coverage({ overview }: { overview: Overview }): ReactNode {
  const { meter_days_read: read, meter_days_expected: expected, last_reading_date: last, end_date, is_over } = overview;
  const { sentence, enough } = describeCoverage(overview);
  const width = `${expected === 0 ? 0 : Math.min(100, (100 * read) / expected)}%`;
  const isLate = last !== null && last < end_date;
  return (
    <>
      <p className={classes.coverage} data-low={!enough || isLate || undefined}>
        {enough && !isLate ? (
          <IconCircleCheckFilled size={16} aria-hidden="true" />
        ) : (
          <IconClockPause size={16} aria-hidden="true" />
        )}
        <b>{read === 0 && expected > 0 && is_over ? t`No meter day was read.` : sentence}</b>
        {is_over && <span>{t`${formatNumber(read)} of ${formatNumber(expected)}`}</span>}
        <span>{last === null ? t`No reading yet` : t`Last reading ${formatDate(last)}`}</span>
      </p>
      {is_over && (
        <span className={classes.read} aria-hidden="true" data-low={!enough || undefined}>
          <span style={{ width }} />
        </span>
      )}
    </>
  );
}
