import { lazy, type ReactNode, Suspense } from "react";
import { type TargetProps, useTarget, type WindowProps } from "./target.ts";

const load = () => import("./DropdownWindow.tsx");
const DropdownWindow = lazy(load);

export interface DropdownProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** Where the window stands; it turns where there is no room. */
  position: WindowProps["position"];
  /** Draws the button that opens it. */
  target: (props: TargetProps) => ReactNode;
  /** The window's name. */
  label: string;
  className?: string;
  /** What the window shows. */
  children: ReactNode;
}

/** A button with a window beside it that keeps the focus until it closes. The window's code loads when it is wanted. */
export function Dropdown({ opened, onChange, position, target, ...content }: DropdownProps): ReactNode {
  const { target: props, window } = useTarget({ opened, onChange, position, popup: "dialog", load });
  return (
    <>
      {target(props)}
      {window && (
        <Suspense fallback={null}>
          <DropdownWindow {...window} {...content} />
        </Suspense>
      )}
    </>
  );
}
