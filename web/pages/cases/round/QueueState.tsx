import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { MAX_NOTE } from "../../../../contract/leaks/case-choices.ts";
import { changeReport, deleteReport, type QueuedReport, type Rejection } from "../../../app/offline/offline-store.ts";
import { useMe } from "../../../app/use-me.ts";
import { formatDollars } from "../../../components/format.ts";
import { timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { findingNames, fixText, reasonNames } from "../report/case-text.ts";
import { reportName } from "./MyCaseRow.tsx";
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
  return (
    <div role="status" className={classes.states}>
      {(isOffline || waiting.length > 0) && (
        <div className={classes.state}>
          {isOffline && <IconCloudOff size={18} aria-hidden="true" />}
          <p>
            {isOffline && readAt !== null && (
              <Trans>The server could not be reached. Your cases are shown as of {timeHere(readAt)}.</Trans>
            )}{" "}
            {waiting.length > 0
              ? t`${plural(waiting.length, { one: "# report waits to be sent.", other: "# reports wait to be sent." })}`
              : t`What you report is kept and sent later.`}
          </p>
          <Button variant="default" onClick={send}>
            <Trans>Try now</Trans>
          </Button>
        </div>
      )}
      {reports.map(
        (report) =>
          report.rejection !== null && (
            <Rejected key={report.key} report={report} rejection={report.rejection} send={send} />
          ),
      )}
    </div>
  );
}

const timeHere = (at: number) =>
  timeAtProperty(new Date(at).toISOString(), Intl.DateTimeFormat().resolvedOptions().timeZone);

interface RejectedProps {
  report: QueuedReport;
  rejection: Rejection;
  send(): void;
}

/** A report that was not stored: sent in another way that the server takes, or discarded. */
function Rejected({ report, rejection, send }: RejectedProps): ReactNode {
  const client = useQueryClient();
  const me = useMe();
  const [isAsking, setAsking] = useState(false);
  const decide = useMutation({
    mutationFn: async (changed: Partial<QueuedReport> | null) => {
      if (changed !== null) await changeReport({ ...report, ...changed, rejection: null });
      else if (report.position !== undefined) await deleteReport(report.position);
    },
    onSuccess: async () => {
      await client.invalidateQueries(queuedReports(me));
      send();
    },
  });
  const another = anotherWay(report, rejection);
  const photos = report.photos.length;
  return (
    <div className={classes.rejected}>
      <p>
        <strong>
          <Trans>
            Not sent: {reportName(report)}, {report.title}
          </Trans>
        </strong>
      </p>
      <p>{rejection.detail}</p>
      <p className={classes.note}>
        {[
          timeHere(report.reportedAt),
          photos > 0 && plural(photos, { one: "# photo", other: "# photos" }),
          report.event.note,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div className={classes.acts}>
        <Button variant="default" onClick={() => decide.mutate(another.changed)}>
          {another.name}
        </Button>
        {isAsking ? (
          <Button color="red" onClick={() => decide.mutate(null)}>
            <Trans>Discard it for good</Trans>
          </Button>
        ) : (
          <Button variant="default" onClick={() => setAsking(true)}>
            <Trans>Discard my report</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/** In which way the server may take a report that it rejected. A changed one is another, with a key of its own. */
function anotherWay(
  report: QueuedReport,
  { code, fields }: Rejection,
): { name: string; changed: Partial<QueuedReport> } {
  const { event } = report;
  const key = crypto.randomUUID();
  if (code === "changed_meanwhile") {
    const { last_seen_event_id: _seen, ...known } = { last_seen_event_id: undefined, ...event };
    return { name: t`Send anyway`, changed: { key, event: known } };
  }
  if (code === "too_large" || fields.some((field) => field === "photo" || field === "photo_ids")) {
    return { name: t`Send without photos`, changed: { key, photos: [] } };
  }
  if (code === "invalid_fields" && event.kind !== "note") {
    const note = [reportedText(report), timeHere(report.reportedAt), event.note].filter(Boolean).join(", ");
    return { name: t`Send as a note`, changed: { key, event: { kind: "note", note: note.slice(0, MAX_NOTE) } } };
  }
  return { name: t`Try again`, changed: {} };
}

/** All that was reported: a note has no fields for it. */
function reportedText(report: QueuedReport): string {
  const { event } = report;
  switch (event.kind) {
    case "visited":
      return t`Visited: ${findingNames[event.finding]}`;
    case "fixed": {
      const { cause_code = null, minutes = null, cost = null, work_order = "" } = event;
      return fixText({ cause_code, minutes, cost, work_order }, (amount) => formatDollars(amount, 2));
    }
    case "not_a_leak":
      return t`Not a leak: ${reasonNames[event.reason]}`;
    default:
      return reportName(report);
  }
}
