import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { changeReport, deleteReport, type QueuedReport } from "../../../app/offline/offline-store.ts";
import { timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { dialogNames } from "../report/next-step.ts";
import classes from "./my-cases.module.css";
import { queuedReports } from "./report-queue.ts";

interface Props {
  reports: readonly QueuedReport[];
  isOffline: boolean;
  /** When the cases were read; null: never. */
  readAt: number | null;
  send(): void;
}

/** Whether there is a connection, what waits to be sent, and what the server rejected, with a decision for each. */
export function QueueState({ reports, isOffline, readAt, send }: Props): ReactNode {
  const waiting = reports.filter(({ rejection }) => rejection === null);
  const rejected = reports.filter(({ rejection }) => rejection !== null);
  return (
    <div role="status" className={classes.states}>
      {(isOffline || waiting.length > 0) && (
        <div className={classes.state}>
          {isOffline && <IconCloudOff size={18} aria-hidden="true" />}
          <p>
            {isOffline && readAt !== null && (
              <Trans>No connection. Your cases are shown as of {timeHere(readAt)}.</Trans>
            )}{" "}
            {waiting.length > 0
              ? t`${plural(waiting.length, { one: "# report waits to be sent.", other: "# reports wait to be sent." })}`
              : t`What you report is kept and sent later.`}
          </p>
          <Button variant="default" size="xs" onClick={send}>
            <Trans>Try now</Trans>
          </Button>
        </div>
      )}
      {rejected.map((report) => (
        <Rejected key={report.key} report={report} send={send} />
      ))}
    </div>
  );
}

const timeHere = (at: number) =>
  timeAtProperty(new Date(at).toISOString(), Intl.DateTimeFormat().resolvedOptions().timeZone);

/** A report that was not stored: sent anyway, or discarded. */
function Rejected({ report, send }: { report: QueuedReport; send(): void }): ReactNode {
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: async (isSent: boolean) => {
      if (!isSent) return report.position !== undefined && deleteReport(report.position);
      const { last_seen_event_id: _seen, ...event } = { last_seen_event_id: undefined, ...report.event };
      return changeReport({ ...report, event, rejection: null });
    },
    onSuccess: async () => {
      await client.invalidateQueries(queuedReports(report.email));
      send();
    },
  });
  const what = report.event.kind === "acknowledged" ? t`Acknowledged` : dialogNames[report.event.kind];
  return (
    <div className={classes.rejected}>
      <p>
        <strong>
          <Trans>
            Not sent: {what}, {report.title}
          </Trans>
        </strong>
      </p>
      <p>{report.rejection}</p>
      {report.event.note && <p className={classes.note}>{report.event.note}</p>}
      <div className={classes.acts}>
        <Button variant="default" onClick={() => decide.mutate(true)}>
          <Trans>Send anyway</Trans>
        </Button>
        <Button variant="default" onClick={() => decide.mutate(false)}>
          <Trans>Discard my report</Trans>
        </Button>
      </div>
    </div>
  );
}
