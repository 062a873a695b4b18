import type { ReactNode } from "react";

/** The dialog behind `?`: keys and what they do, by group. */
export function KeyHelp(_props: {
  opened: boolean;
  onClose: () => void;
  groups: readonly { name: string; keys: readonly { keys: readonly string[]; does: string }[] }[];
}): ReactNode {
  return null;
}
