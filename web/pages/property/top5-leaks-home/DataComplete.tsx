import { t } from "@lingui/core/macro";
import { IconCircleCheckFilled, IconClockPause, IconCloudOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { QueryFailure, QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { today } from "../../../app/report/search/calendar.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { describeCoverage } from "../../../app/report/text.ts";
import { formatCount, formatDate, formatNumber } from "../../../components/format.ts";
import classes from "./home.module.css";
import { homeQueries } from "./home-queries.ts";

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
          <Silent view={view} />
        </>
      )}
    </QueryPanel>
  );
}

function Coverage({ overview }: { overview: Overview }): ReactNode {
  const { meter_days_read: read, meter_days_expected: expected, last_reading_date: last, end_date } = overview;
  const { sentence, enough } = describeCoverage(overview, today());
  const width = `${expected === 0 ? 0 : Math.min(100, (100 * read) / expected)}%`;
  const isRunning = end_date >= today();
  const isLate = last !== null && last < end_date;
  return (
    <>
      <p className={classes.coverage} data-low={!enough || isLate || undefined}>
        {enough && !isLate ? (
          <IconCircleCheckFilled size={16} aria-hidden="true" />
        ) : (
          <IconClockPause size={16} aria-hidden="true" />
        )}
        <b>{read === 0 && expected > 0 && !isRunning ? t`No meter day was read.` : sentence}</b>
        {!isRunning && <span>{t`${formatNumber(read)} of ${formatNumber(expected)}`}</span>}
        <span>{last === null ? t`No reading yet` : t`Last reading ${formatDate(last)}`}</span>
      </p>
      {!isRunning && (
        <span className={classes.read} aria-hidden="true" data-low={!enough || undefined}>
          <span style={{ width }} />
        </span>
      )}
    </>
  );
}

function Silent({ view }: { view: ReportView }): ReactNode {
  const silent = useQuery(homeQueries(view.search).silentDevices);
  if (silent.isError) return <QueryFailure query={silent} what={t`Silent devices`} inline />;
  const { organization_id, property_id, building_id } = view.search;
  const places = { organization_id, property_id, building_id };
  const counts = silent.data ?? { gateways_routers: null, meters: null, no_consumption: null };
  const links = [
    {
      tab: "gateways-routers",
      count: counts.gateways_routers,
      one: t`gateway or router silent`,
      many: t`gateways or routers silent`,
    },
    { tab: "meters", count: counts.meters, one: t`meter silent`, many: t`meters silent` },
    { tab: "no-consumption", count: counts.no_consumption, one: t`meter without water`, many: t`meters without water` },
  ] as const;
  return (
    <ul className={classes.silent} aria-busy={silent.isPending || silent.isPlaceholderData}>
      {links.map(({ tab, count, one, many }) => (
        <li key={one}>
          <Link to="/gateway-device-health" search={{ ...places, tab }} data-some={(count ?? 0) > 0 || undefined}>
            {(count ?? 0) > 0 && <IconCloudOff size={14} aria-hidden="true" />}
            {count === null ? `… ${many}` : formatCount(count, one, many)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
