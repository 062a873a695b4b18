import { useState } from "react";

interface Stood<Name extends string> {
  name: Name;
  of: string;
  /** Another one is another window, with empty fields. */
  round: number;
  isDone: boolean;
  isOpen: boolean;
}

/** A dialog as it stands over a screen, open or closed. */
export interface Standing<Name extends string> {
  name: Name;
  /** What it is about; "" for those that are about nothing that is there. */
  of: string;
  /** Tells one window from the next. */
  round: number;
  opened: boolean;
  /** Closes it, and forgets what was typed: it is saved. */
  onDone: () => void;
}

/**
 * The dialog that the address names. It stays, closed, so that focus goes back and what was typed is there again.
 * @param named undefined: none @param close takes it out of the address
 * @returns undefined until the first one was named
 */
export function useStanding<Name extends string>(
  named: Name | undefined,
  of: string,
  close: () => void,
): Standing<Name> | undefined {
  const [stood, setStood] = useState<Stood<Name>>();
  const isSame = named !== undefined && stood?.name === named && stood.of === of;
  if (named === undefined) {
    if (stood?.isOpen) setStood({ ...stood, isOpen: false });
  } else if (stood === undefined || !isSame || (stood.isDone && !stood.isOpen)) {
    setStood({ name: named, of, round: (stood?.round ?? 0) + 1, isDone: false, isOpen: true });
  } else if (!stood.isOpen) {
    setStood({ ...stood, isOpen: true });
  }
  if (stood === undefined) return undefined;
  const { name, round } = stood;
  const onDone = () => {
    setStood((now) => now && { ...now, isDone: true });
    close();
  };
  return { name, of: stood.of, round, opened: isSame, onDone };
}
