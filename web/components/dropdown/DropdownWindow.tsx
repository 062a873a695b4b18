import { Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { Anchor, useOpenedLater } from "./Anchor.tsx";
import type { WindowProps } from "./target.ts";

export interface DropdownWindowProps extends WindowProps {
  label: string;
  className?: string;
  children: ReactNode;
}

export default function DropdownWindow(props: DropdownWindowProps): ReactNode {
  const { id, anchor, opened, onChange, position, label, className, children } = props;
  const shown = useOpenedLater(opened);
  return (
    <Popover id={id} opened={shown} onChange={onChange} trapFocus position={position}>
      <Popover.Target>
        <Anchor anchor={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
