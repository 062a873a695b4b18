import { useQuery } from "@tanstack/react-query";
import type { OrganizationRow } from "../../../../contract/inventory/inventory.ts";
import { useHeld } from "../property/view/use-held.ts";
import { allOrganizationsQuery, organizationsQuery } from "./organizations-query.ts";
import type { OrganizationDialogProps } from "./use-organizations.ts";

/** The organization that a dialog is about, on the page that is shown or, from a link, on any. */
export function useOrganization({ view, of }: Pick<OrganizationDialogProps, "view" | "of">): {
  /** undefined: not there, or not yet. */
  organization: OrganizationRow | undefined;
  found: "coming" | "failed" | "none";
  onRetry: () => void;
} {
  const shown = useQuery(organizationsQuery(view.search));
  const onPage = shown.data?.results.find(({ id }) => String(id) === of);
  const all = useQuery({ ...allOrganizationsQuery(), enabled: of !== "" && shown.isFetched && onPage === undefined });
  return {
    organization: useHeld(onPage ?? all.data?.find(({ id }) => String(id) === of)),
    found: all.isError ? "failed" : all.data === undefined ? "coming" : "none",
    onRetry: () => void all.refetch(),
  };
}
