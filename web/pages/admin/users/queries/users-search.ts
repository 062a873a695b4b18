import { type ListPage, listPage } from "../../../../app/list-page.ts";
import { choiceOf, idOf, idsOf, textOf } from "../../../../app/search-text.ts";

/** Everything that opens over the screen. All but "create" are about one user. */
const dialogs = ["create", "edit", "remove", "invite"] as const;
export type UserDialog = (typeof dialogs)[number];

const fields = ["email", "first_name", "last_name", "last_login", "modified_at"] as const;
export type UsersOrdering = (typeof fields)[number] | `-${(typeof fields)[number]}`;

/** The default ordering of users. */
export const usersOrdering: UsersOrdering = "email";

/** The search params of the list of users. */
export interface UsersSearch extends ListPage {
  /** Part of a name or an e-mail. */
  search?: string | undefined;
  organization_id?: number[] | undefined;
  property_id?: number[] | undefined;
  /** Ids of roles. */
  role?: number[] | undefined;
  ordering?: UsersOrdering | undefined;
  dialog?: UserDialog | undefined;
  /** The id of the user that the dialog is about. */
  of?: number | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function usersSearch(raw: Record<string, unknown>): UsersSearch {
  const named = choiceOf(raw.dialog, dialogs);
  const of = idOf(raw.of);
  const dialog = named === "create" || of !== undefined ? named : undefined;
  const ordering = choiceOf(raw.ordering, [...fields, ...fields.map((field) => `-${field}` as const)]);
  return {
    search: textOf(raw.search)?.trim().slice(0, 200) || undefined,
    organization_id: idsOf(raw.organization_id),
    property_id: idsOf(raw.property_id),
    role: idsOf(raw.role),
    ordering: ordering === usersOrdering ? undefined : ordering,
    ...listPage(raw),
    dialog,
    of: dialog === undefined || dialog === "create" ? undefined : of,
  };
}
