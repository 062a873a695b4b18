import { type ListPage, listPage } from "../../../app/list-page.ts";
import { choiceOf, textOf } from "../../../app/search-text.ts";

const fields = ["name", "properties_count", "units_count"] as const;
const orderings = fields.flatMap((field) => [field, `-${field}`] as const);
const dialogs = ["add-organization", "organization", "make-default"] as const;
export type OrganizationsDialog = (typeof dialogs)[number];

/** The search params of the organizations. */
export interface OrganizationsSearch extends ListPage {
  /** Part of a name. */
  search?: string | undefined;
  ordering?: (typeof orderings)[number] | undefined;
  dialog?: OrganizationsDialog | undefined;
  /** The organization that the dialog is about. */
  of?: string | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function organizationsSearch(raw: Record<string, unknown>): OrganizationsSearch {
  const dialog = choiceOf(raw.dialog, dialogs);
  return {
    search: textOf(raw.search)?.slice(0, 200),
    ordering: choiceOf(raw.ordering, orderings),
    ...listPage(raw),
    dialog,
    of: dialog === undefined ? undefined : textOf(raw.of),
  };
}
