import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { NotificationRoute } from "../../../../../contract/notifications/routes.ts";
import { type FoundRow, useRow } from "../../list/use-row.ts";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

/** The route that a dialog is about. */
export function useRoute({ view, of }: Pick<SettingsDialogProps, "view" | "of">): FoundRow<NotificationRoute> {
  return useRow(
    t`route`,
    useQuery(settingsQueries(view.organization.id, view.search).routes),
    ({ id }) => String(id) === of,
  );
}
