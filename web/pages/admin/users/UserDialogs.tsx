import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import type { UsersView } from "./use-users.ts";
import type { UserDialog } from "./users-search.ts";

/** What every dialog over the list of users gets. */
export interface UserDialogProps {
  view: UsersView;
  /** The user that it is about; 0: nobody who is there. */
  of: number;
  opened: boolean;
  onClose: () => void;
  /** Closes it, and forgets what was typed: it is saved. */
  onDone: () => void;
}

const windows: Readonly<Record<UserDialog, ComponentType<UserDialogProps>>> = {
  create: lazy(() => import("./CreateUser.tsx")),
  edit: lazy(() => import("./EditUser.tsx")),
  remove: lazy(() => import("./RemoveUser.tsx")),
  invite: lazy(() => import("./InviteUser.tsx")),
};

interface Stood {
  dialog: UserDialog;
  of: number;
  /** Another one is another window, with empty fields. */
  round: number;
  isDone: boolean;
  isOpen: boolean;
}

/** The dialog that the address names. It stays, closed, so that focus goes back and what was typed is there again. */
export function UserDialogs({ view }: { view: UsersView }): ReactNode {
  const { dialog: named, of = 0 } = view.search;
  const [stood, setStood] = useState<Stood>();
  const isSame = named !== undefined && stood?.dialog === named && stood.of === of;
  if (named === undefined) {
    if (stood?.isOpen) setStood({ ...stood, isOpen: false });
  } else if (!isSame || (stood.isDone && !stood.isOpen)) {
    setStood({ dialog: named, of, round: (stood?.round ?? 0) + 1, isDone: false, isOpen: true });
  } else if (!stood.isOpen) {
    setStood({ ...stood, isOpen: true });
  }
  if (stood === undefined) return null;
  const Window = windows[stood.dialog];
  return (
    <Suspense fallback={null}>
      <Window
        key={stood.round}
        view={view}
        of={stood.of}
        opened={isSame}
        onClose={view.close}
        onDone={() => {
          setStood((now) => now && { ...now, isDone: true });
          view.close();
        }}
      />
    </Suspense>
  );
}
