import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";
import { type FoundRow, useHeld } from "../../list/use-row.ts";
import { propertiesQueries, propertyOnServer } from "./properties-queries.ts";
import type { PropertyDialogProps } from "./use-properties.ts";

/** The property that a dialog is about, on the page that is shown or, from a link, on any. */
export function useProperty({ view, of }: Pick<PropertyDialogProps, "view" | "of">): FoundRow<PropertyRow> {
  const shown = useQuery(propertiesQueries(view.search).properties);
  const onPage = shown.data?.results.find(({ id }) => String(id) === of);
  const linked = useQuery({
    queryKey: ["property of a dialog", of],
    queryFn: async () => (await propertyOnServer(Number(of))) ?? null,
    enabled: shown.isFetched && onPage === undefined,
  });
  return {
    row: useHeld(onPage ?? linked.data ?? undefined),
    what: t`property`,
    found: linked.isError ? "failed" : linked.data === null ? "none" : "coming",
    onRetry: () => void linked.refetch(),
  };
}
