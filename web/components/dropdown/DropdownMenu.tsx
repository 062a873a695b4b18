import { lazy, type ReactNode, Suspense, useState } from "react";
import { type TargetProps, useTarget, type WindowProps } from "./target.ts";

const load = () => import("./MenuWindow.tsx");
const MenuWindow = lazy(load);

/** One thing to choose. */
export interface MenuEntry {
  id: string | number;
  label: string;
  icon?: ReactNode;
  /** At its end. */
  mark?: ReactNode;
  onClick?: () => void;
  /** Draws it as a link. */
  link?: (props: Record<string, unknown>) => ReactNode;
}

export interface DropdownMenuProps {
  position: WindowProps["position"];
  /** Pixels; as wide as its entries where not given. */
  width?: number;
  /** Draws the button that opens it. */
  target: (props: TargetProps) => ReactNode;
  entries: readonly MenuEntry[];
  /** Above the entries. */
  head?: ReactNode;
  className?: string;
}

/** A button with a menu below it, which loads when it is wanted. */
export function DropdownMenu({ position, target, ...menu }: DropdownMenuProps): ReactNode {
  const [opened, onChange] = useState(false);
  const { target: props, window } = useTarget({ opened, onChange, position, popup: "menu", load });
  return (
    <>
      {target(props)}
      {window && (
        <Suspense fallback={null}>
          <MenuWindow {...window} {...menu} />
        </Suspense>
      )}
    </>
  );
}
