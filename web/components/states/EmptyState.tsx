import type { ReactNode } from "react";

export interface EmptyStateProps {
  /** "No data" where not given. */
  title?: string;
  /** What would fill it. */
  sentence?: string;
  /** A link or button to that. */
  action?: ReactNode;
}

/** Nothing to show, and what would change that. */
export function EmptyState(_props: EmptyStateProps): ReactNode {
  return null;
}
