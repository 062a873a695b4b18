import { type Ref, useId, useState } from "react";

/** What a button must have to open something that floats beside it. */
export interface TargetProps {
  ref: Ref<HTMLButtonElement>;
  id: string;
  "aria-haspopup": "dialog" | "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** What a window must know of the button that opens it. */
export interface WindowProps {
  /** The button's; the kit makes the window's from it. */
  id: string;
  anchor: HTMLElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
  position: "bottom-start" | "bottom-end";
}

interface Opened {
  opened: boolean;
  onChange: (opened: boolean) => void;
  position: WindowProps["position"];
  popup: TargetProps["aria-haspopup"];
  /** Loads the window's code. It comes while the pointer is on its way to press. */
  load: () => Promise<unknown>;
}

/** Button and window of something that floats. The window is undefined until it was opened for the first time. */
export function useTarget({ opened, onChange, position, popup, load }: Opened): {
  target: TargetProps;
  window: WindowProps | undefined;
} {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  // If loading fails, opening it shows the error.
  const loadSoon = () => void load().catch(() => undefined);
  return {
    target: {
      ref: setAnchor,
      id,
      "aria-haspopup": popup,
      "aria-expanded": opened,
      "aria-controls": opened ? `${id}-dropdown` : undefined,
      onClick: () => onChange(!opened),
      onPointerEnter: loadSoon,
      onFocus: loadSoon,
    },
    window: wanted && anchor !== null ? { id, anchor, opened, onChange, position } : undefined,
  };
}
