import type { ReactNode } from "react";

export interface ErrorStateProps {
  /** What could not be loaded: "The leaks could not be loaded." */
  message?: string;
  onRetry?: () => void;
  /** One line, for above old data. */
  inline?: boolean;
}

/** A failure with Retry; it never looks like an empty list. */
export function ErrorState(_props: ErrorStateProps): ReactNode {
  return null;
}
