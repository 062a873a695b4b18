import { lazy, type ReactNode } from "react";
import { type DialogWindows, NamedDialog } from "../../list/NamedDialog.tsx";
import type { UsersView } from "../queries/use-users.ts";
import type { UserDialog } from "../queries/users-search.ts";

const windows: DialogWindows<UserDialog, UsersView> = {
  create: lazy(() => import("./CreateUser.tsx")),
  edit: lazy(() => import("./EditUser.tsx")),
  remove: lazy(() => import("./RemoveUser.tsx")),
  invite: lazy(() => import("./InviteUser.tsx")),
};

/** The dialog that the address names. */
export function UserDialogs({ view }: { view: UsersView }): ReactNode {
  return <NamedDialog view={view} windows={windows} />;
}
