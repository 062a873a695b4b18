import { useQuery } from "@tanstack/react-query";
import type { User } from "../../../../../contract/accounts/users.ts";
import type { UsersView } from "./use-users.ts";
import { userQuery, usersQuery } from "./users-queries.ts";

/** The user that a dialog is about: of the page in sight, else looked for. */
export function useUser({ viewer, search }: UsersView, id: number) {
  const page = useQuery(usersQuery(viewer, search));
  // Rows that are being refetched may be older than what was just saved.
  const listed = page.isFetching ? undefined : page.data?.results.find((one) => one.id === id);
  const alone = useQuery({ ...userQuery(viewer, id), enabled: listed === undefined && !page.isFetching });
  /** undefined: not known yet; null: there is none such. */
  const user: User | null | undefined = listed ?? alone.data;
  return { user, error: alone.error, retry: () => void alone.refetch() };
}
