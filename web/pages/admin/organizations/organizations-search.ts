import { idOf, textOf, wordOf } from "../../../app/search-text.ts";

const fields = ["name", "properties_count", "units_count"] as const;
const orderings = fields.flatMap((field) => [field, `-${field}`] as const);
const dialogs = ["add-organization", "organization", "make-default"] as const;
export type OrganizationsDialog = (typeof dialogs)[number];

/** What the URL of the organizations says. */
export interface OrganizationsSearch {
  /** Part of a name. */
  search?: string | undefined;
  ordering?: (typeof orderings)[number] | undefined;
  /** Counted from 1, as in calls. */
  page?: number | undefined;
  page_size?: 25 | 50 | undefined;
  dialog?: OrganizationsDialog | undefined;
  /** The organization that the dialog is about. */
  of?: string | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function organizationsSearch(raw: Record<string, unknown>): OrganizationsSearch {
  const size = idOf(raw.page_size);
  const page = idOf(raw.page);
  const dialog = wordOf(raw.dialog, dialogs);
  return {
    search: textOf(raw.search)?.slice(0, 200),
    ordering: wordOf(raw.ordering, orderings),
    page: page === 1 ? undefined : page,
    page_size: size === 25 || size === 50 ? size : undefined,
    dialog,
    of: dialog === undefined ? undefined : textOf(raw.of),
  };
}
