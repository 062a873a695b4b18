import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";

/** The element on the right of a panel's title; null outside of panels and until the panel stands. */
export const PanelCornerContext = createContext<HTMLElement | null>(null);

/** Puts the tools of a table or a chart beside the title of the panel that it stands in, or in place without one. */
export function PanelCorner({ children, className }: { children: ReactNode; className?: string }): ReactNode {
  const corner = use(PanelCornerContext);
  return corner === null ? <div className={className}>{children}</div> : createPortal(children, corner);
}
