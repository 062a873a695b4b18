import type { ReactElement, ReactNode } from "react";

/** A tooltip after 50 ms, on hover and focus. Without a child it puts an i there. */
export function InfoTip(_props: { label: ReactNode; children?: ReactElement }): ReactNode {
  return null;
}
