import { VisuallyHidden } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import classes from "../../list/RowAction.module.css";

const TipWindow = lazy(() => import("../../../../components/TipWindow.tsx"));

interface Props {
  /** For a screen reader: "Edit Paula Brooks". */
  name: string;
  /** Why it is disabled, shown on hover and focus; it stays focusable (aria-disabled). */
  reason: string | null;
  onClick: () => void;
  children: string;
}

/** A button in a table's row that looks like a link; a disabled one shows why. */
export function RowButton({ name, reason, onClick, children }: Props): ReactNode {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  if (shown && !wasShown) setWasShown(true);
  const show = () => setShown(reason !== null);
  const hide = () => setShown(false);
  return (
    <>
      <button
        ref={setTarget}
        type="button"
        className={classes.action}
        aria-label={name}
        aria-disabled={reason !== null || undefined}
        aria-describedby={reason === null ? undefined : id}
        onClick={reason === null ? onClick : show}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
      >
        {children}
      </button>
      {reason !== null && <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
      {reason !== null && target && wasShown && (
        <Suspense fallback={null}>
          <TipWindow id={`${id}-tip`} target={target} label={reason} shown={shown} onClose={hide} />
        </Suspense>
      )}
    </>
  );
}
