import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { Anchor, useOpenedLater } from "./Anchor.tsx";
import type { TargetProps, WindowProps } from "./target.ts";

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

export type MenuWindowProps = WindowProps & Pick<DropdownMenuProps, "width" | "entries" | "head" | "className">;

export default function MenuWindow(props: MenuWindowProps): ReactNode {
  const { id, anchor, opened, onChange, position, width, entries, head, className } = props;
  const shown = useOpenedLater(opened);
  return (
    <Menu id={id} opened={shown} onChange={onChange} position={position} width={width}>
      <Menu.Target>
        <Anchor anchor={anchor} />
      </Menu.Target>
      <Menu.Dropdown className={className}>
        {head}
        {entries.map((entry) => (
          <Menu.Item
            key={entry.id}
            leftSection={entry.icon}
            rightSection={entry.mark}
            renderRoot={entry.link}
            onClick={entry.onClick}
          >
            {entry.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
