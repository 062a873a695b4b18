import { type ListPage, listPage } from "../../../../app/list-page.ts";
import { choiceOf, idsOf, textOf } from "../../../../app/search-text.ts";

const fields = ["name", "address", "buildings_count", "units_count", "organization_name"] as const;
const orderings = fields.flatMap((field) => [field, `-${field}`] as const);
const views = ["in-use", "unassigned", "archived"] as const;
/** Which properties: those in use, those of them in no organization, and the archived ones. */
export type PropertiesList = (typeof views)[number];
const dialogs = ["add-property", "property", "assign", "archive", "restore"] as const;
export type PropertiesDialog = (typeof dialogs)[number];

/** The search params of the properties. */
export interface PropertiesSearch extends ListPage {
  view?: Exclude<PropertiesList, "in-use"> | undefined;
  organization_id?: number[] | undefined;
  /** Part of a name or an address. */
  search?: string | undefined;
  ordering?: (typeof orderings)[number] | undefined;
  dialog?: PropertiesDialog | undefined;
  /** The property that the dialog is about. */
  of?: string | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function propertiesSearch(raw: Record<string, unknown>): PropertiesSearch {
  const view = choiceOf(raw.view, ["unassigned", "archived"]);
  const dialog = choiceOf(raw.dialog, dialogs);
  return {
    view,
    // What belongs to none is of none of them.
    organization_id: view === "unassigned" ? undefined : idsOf(raw.organization_id),
    search: textOf(raw.search)?.slice(0, 200),
    ordering: choiceOf(raw.ordering, orderings),
    ...listPage(raw),
    dialog,
    of: dialog === undefined ? undefined : textOf(raw.of),
  };
}
