import { lazy, type ReactNode, Suspense, useState } from "react";
import type { DropdownMenuProps } from "./MenuWindow.tsx";
import { useTarget } from "./target.ts";

const load = () => import("./MenuWindow.tsx");
const MenuWindow = lazy(load);

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
