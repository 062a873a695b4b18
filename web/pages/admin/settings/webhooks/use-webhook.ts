import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { WebhookRow } from "../../../../../contract/notifications/webhooks.ts";
import { type FoundRow, useRow } from "../../list/use-row.ts";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

/** The webhook that a dialog is about. */
export function useWebhook({ view, of }: Pick<SettingsDialogProps, "view" | "of">): FoundRow<WebhookRow> {
  return useRow(
    t`webhook`,
    useQuery(settingsQueries(view.organization.id, view.search).webhooks),
    ({ id }) => String(id) === of,
  );
}
