import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReportSubscription } from "../../../contract/notifications/report-subscriptions.ts";
import { call } from "../../app/api.ts";
import { sentenceOf } from "../../app/api-error.ts";
import { QueryFailure } from "../../app/QueryPanel.tsx";
import { propertiesText, reportNames, scheduleText } from "../../app/report/send/schedule-form.ts";
import { toast } from "../../app/toast.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import { timeAtProperty } from "../property/leak-detail/view/property-time.ts";
import classes from "./notifications.module.css";
import { notificationsQueries } from "./notifications-queries.ts";

/** The reports that a person receives by mail, each to be ended. */
export function ReportsByMail(): ReactNode {
  const reports = useQuery(notificationsQueries().reports);
  const results = reports.data?.results ?? [];
  return (
    <Panel title={t`Reports by mail`}>
      <QueryFailure query={reports} what={t`Your reports`} inline />
      {reports.data !== undefined && results.length === 0 && (
        <p className={classes.soft}>
          <Trans>None yet. Choose "Send me this" on a report to get it regularly.</Trans>
        </p>
      )}
      {results.length > 0 && (
        <ul className={classes.reports}>
          {results.map((one) => (
            <Report key={one.id} report={one} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Report({ report }: { report: ReportSubscription }): ReactNode {
  const client = useQueryClient();
  const { id, kind, next_at, time_zone, property_ids } = report;
  const name = reportNames[kind];
  const end = useMutation({
    mutationFn: () => call("DELETE /v1/me/report-subscriptions/{id}", { params: { id } }),
    onSuccess: () => {
      toast({ title: t`Report stopped`, message: t`You no longer receive ${name}.` });
      void client.invalidateQueries();
    },
  });
  return (
    <li>
      <span>
        <b>{name}</b>
        <span className={classes.hint}>
          {scheduleText(report)} · {propertiesText(property_ids)}
        </span>
        {next_at !== null && (
          <span className={classes.hint}>
            <Trans>Next: {timeAtProperty(next_at, time_zone)}</Trans>
          </span>
        )}
      </span>
      <Button
        variant="default"
        loading={end.isPending}
        aria-label={t`Stop ${name}`}
        onClick={() => !end.isPending && end.mutate()}
      >
        <Trans>Stop</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {end.isError && sentenceOf(end.error)}
      </p>
    </li>
  );
}
