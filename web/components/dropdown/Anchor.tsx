import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from "react";

/** Stands where the kit expects the button that opens a window; the button itself was there before the kit's code. */
export function Anchor({ ref, anchor }: { ref?: Ref<HTMLElement>; anchor: HTMLElement }): ReactNode {
  useImperativeHandle(ref, () => anchor, [anchor]);
  return null;
}

/** Whether the window is open; false at first, so that the kit sees it open and notes where the focus was. */
export function useOpenedLater(opened: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return shown;
}
