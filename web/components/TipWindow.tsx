import { Tooltip } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface TipWindowProps {
  /** That of the words. */
  id: string;
  /** What they explain. */
  target: HTMLElement;
  label: string;
  shown: boolean;
  /** Called on Escape. */
  onClose: () => void;
}

export default function TipWindow({ id, target, label, shown, onClose }: TipWindowProps): ReactNode {
  useEffect(() => {
    if (!shown) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [shown, onClose]);
  return <Tooltip target={target} opened={shown} label={<span id={id}>{label}</span>} />;
}
