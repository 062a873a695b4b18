import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../../app/api.ts";
import { reportNames } from "../../../../app/report/send/schedule-form.ts";
import { confirmation } from "../../list/row-dialog.tsx";
import { useRow } from "../../list/use-row.ts";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

function useReport({ view, of }: Pick<SettingsDialogProps, "view" | "of">) {
  return useRow(
    t`report by mail`,
    useQuery(settingsQueries(view.organization.id, view.search).reports),
    ({ id }) => String(id) === of,
  );
}

/** Asks before a report by mail is ended. */
export default confirmation(useReport, {
  title: ({ kind }) => t`Stop ${reportNames[kind]}?`,
  action: t`Stop`,
  text: ({ recipients }) => (
    <p>
      <Trans>
        It will no longer be sent to {recipients.map(({ email }) => email).join(", ")}. Sent reports stay under
        Deliveries.
      </Trans>
    </p>
  ),
  write: ({ id }, { organization }) =>
    call("DELETE /v1/admin/organizations/{id}/report-subscriptions/{subscription_id}", {
      params: { id: organization.id, subscription_id: id },
    }),
  done: ({ kind }) => ({ title: t`Report stopped`, message: t`${reportNames[kind]} is no longer sent.` }),
});
