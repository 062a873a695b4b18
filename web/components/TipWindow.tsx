import { Tooltip } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface TipWindowProps {
  /** Id of the tooltip's text. */
  id: string;
  /** The element that it explains. */
  target: HTMLElement;
  label: string;
  shown: boolean;
  /** Called on Escape and on a press elsewhere. */
  onClose: () => void;
}

export default function TipWindow({ id, target, label, shown, onClose }: TipWindowProps): ReactNode {
  useEffect(() => {
    if (!shown) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    const leave = ({ target: pressed }: PointerEvent) =>
      !(pressed instanceof Node && target.contains(pressed)) && onClose();
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", leave);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", leave);
    };
  }, [shown, target, onClose]);
  return <Tooltip target={target} opened={shown} label={<span id={id}>{label}</span>} />;
}
