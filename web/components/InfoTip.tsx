import { IconInfoCircle } from "@tabler/icons-react";
import { lazy, type PointerEvent, type ReactNode, Suspense, useCallback, useEffect, useId, useState } from "react";
import classes from "./InfoTip.module.css";

export interface InfoTipProps {
  /** The tooltip's text. */
  label: string;
  /** The text that it explains. Without it an info icon is shown. */
  children?: ReactNode;
}

const DELAY_MS = 50;
const TipWindow = lazy(() => import("./TipWindow.tsx"));

/**
 * A tooltip after 50 ms, on hover, focus and touch. A table has dozens of them and shows one at most: what draws it
 * comes when the first is wanted.
 */
export function InfoTip({ label, children }: InfoTipProps): ReactNode {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<"unseen" | "hovered" | "shown" | "hidden">("unseen");
  useEffect(() => {
    if (state !== "hovered") return;
    const timer = setTimeout(() => setState("shown"), DELAY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const shown = state === "shown";
  const hide = useCallback(() => setState((before) => (before === "unseen" ? before : "hidden")), []);
  const events = {
    // A finger enters and leaves with each tap: its tap is what counts.
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== "touch" && setState("hovered"),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== "touch" && hide(),
    onClick: () => setState("shown"),
    onFocus: (event: { currentTarget: Element }) => {
      if (event.currentTarget.matches(":focus-visible")) setState("shown");
    },
    onBlur: hide,
  };
  return (
    <>
      {children === undefined ? (
        <button ref={setTarget} type="button" className={classes.info} aria-label={label} {...events}>
          <IconInfoCircle size={15} stroke={1.75} aria-hidden="true" />
        </button>
      ) : (
        <button
          ref={setTarget}
          type="button"
          className={classes.target}
          data-thumb
          aria-describedby={shown ? id : undefined}
          {...events}
        >
          {children}
        </button>
      )}
      {target && state !== "unseen" && (
        <Suspense fallback={null}>
          <TipWindow id={id} target={target} label={label} shown={shown} onClose={hide} />
        </Suspense>
      )}
    </>
  );
}
