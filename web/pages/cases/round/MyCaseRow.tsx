import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { WholeCase } from "../../../../contract/leaks/cases.ts";
import type { QueuedReport } from "../../../app/offline/offline-store.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { caseTitle, rateText } from "../report/case-text.ts";
import { type CaseDialog, dialogNames } from "../report/next-step.ts";
import classes from "./my-cases.module.css";

interface Props {
  row: WholeCase;
  /** What was reported about it, and is not sent yet. */
  reports: readonly QueuedReport[];
  open(id: number, dialog?: CaseDialog): void;
}

/** A case on the round: where, which meter, what it loses, and a fix in one tap. */
export function MyCaseRow({ row, reports, open }: Props): ReactNode {
  const title = caseTitle(row);
  return (
    <li className={classes.row}>
      <Link to="/my-cases" search={{ case_id: row.id }} className={classes.case}>
        <span className={classes.unit}>
          <strong>{row.unit_name ?? row.building_name ?? row.property_name}</strong>
          <LeakTypeBadge leakType={row.leak_type} />
        </span>
        <span>{row.meter_serial_number}</span>
        <span>
          {rateText(row)} <Trans>since {dayAtProperty(row.started_at, row.time_zone)}</Trans>
        </span>
        {reports.map((report) => (
          <span key={report.key} className={classes.waiting}>
            {waitingText(report)}
          </span>
        ))}
        <IconChevronRight className={classes.chevron} size={18} aria-hidden="true" />
      </Link>
      {!reports.some(({ event, rejection }) => event.kind === "fixed" && rejection === null) && (
        <Button aria-label={t`Fixed: ${title}`} onClick={() => open(row.id, "fixed")}>
          <Trans>Fixed</Trans>
        </Button>
      )}
    </li>
  );
}

/** What a person reported: "Report a fix". */
export function reportName({ event }: QueuedReport): string {
  return event.kind === "acknowledged" ? t`Acknowledged` : dialogNames[event.kind];
}

/** "Report a fix: waits to be sent". */
export function waitingText(report: QueuedReport): string {
  const what = reportName(report);
  return report.rejection === null ? t`${what}: waits to be sent` : t`${what}: not sent`;
}
