import { type ComponentType, type ReactNode, Suspense, useState } from "react";

/** What every dialog over a screen gets. */
export interface NamedDialogProps<View> {
  view: View;
  /** What it is about, as the address has it; "" for those that are about nothing that is there. */
  of: string;
  opened: boolean;
  onClose: () => void;
  /** Closes it, and forgets what was typed: it is saved. */
  onDone: () => void;
}

/** The dialogs over a screen by the names that they have in its address; each is loaded when it opens. */
export type DialogWindows<Name extends string, View> = Readonly<Record<Name, ComponentType<NamedDialogProps<View>>>>;

interface Props<Name extends string, View> {
  view: View;
  windows: DialogWindows<Name, View>;
}

interface NamingView<Name extends string> {
  search: { dialog?: Name | undefined; of?: string | number | undefined };
  close(): void;
}

interface Stood<Name extends string> {
  name: Name;
  of: string;
  /** Another one is another window, with empty fields. */
  round: number;
  isDone: boolean;
  isOpen: boolean;
}

/** The dialog that the address names. It stays, closed, so that focus goes back and what was typed is there again. */
export function NamedDialog<Name extends string, View extends NamingView<Name>>({
  view,
  windows,
}: Props<Name, View>): ReactNode {
  const { dialog: named } = view.search;
  const of = String(view.search.of ?? "");
  const [stood, setStood] = useState<Stood<Name>>();
  const isSame = named !== undefined && stood?.name === named && stood.of === of;
  if (named === undefined) {
    if (stood?.isOpen) setStood({ ...stood, isOpen: false });
  } else if (stood === undefined || !isSame || (stood.isDone && !stood.isOpen)) {
    setStood({ name: named, of, round: (stood?.round ?? 0) + 1, isDone: false, isOpen: true });
  } else if (!stood.isOpen) {
    setStood({ ...stood, isOpen: true });
  }
  if (stood === undefined) return null;
  const Window: ComponentType<NamedDialogProps<View>> = windows[stood.name];
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
