import { lazy, type ReactNode, Suspense, useState } from "react";
import type { DialogProps } from "./DialogWindow.tsx";

const DialogWindow = lazy(() => import("./DialogWindow.tsx"));

/** A dialog over the page. It keeps the focus inside, gives it back when it closes, and loads when first opened. */
export function Dialog(props: DialogProps): ReactNode {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  return <Suspense fallback={null}>{wanted && <DialogWindow {...props} />}</Suspense>;
}
