import type { ReactNode } from "react";

/** How much of a panel's figures there is. */
export type PanelState =
  | { kind: "ready" }
  | { kind: "loading" }
  /** Nothing to show: what would fill it, and a way there. */
  | { kind: "empty"; sentence?: string; action?: ReactNode }
  | { kind: "error"; message?: string; onRetry: () => void }
  /** Figures that do not cover everything, and why: "3 of 15 properties have not reported". */
  | { kind: "partial"; sentence: string }
  /** Figures from before: "Last reading Mar 03, 2024". */
  | { kind: "stale"; sentence: string; action?: ReactNode };

export interface PanelProps {
  title: string;
  /** Unit and period of the figures: "Gallons, Mar 01 to Mar 07". */
  subtitle?: ReactNode;
  /** Explains the figure, behind an i. */
  info?: ReactNode;
  actions?: ReactNode;
  /** "ready" where not given. */
  state?: PanelState;
  /** New figures are on their way: the old ones stay, dimmed. */
  refreshing?: boolean;
  /** Stands where the content will, with its size. Three lines where not given. */
  skeleton?: ReactNode;
  /** No padding around the content: for tables. */
  flush?: boolean;
  /** The level of its heading, 2 where not given. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** A titled box around figures that says so itself when they are missing, partial or old. */
export function Panel(_props: PanelProps): ReactNode {
  return null;
}
