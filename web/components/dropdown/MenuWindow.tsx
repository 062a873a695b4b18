import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { Anchor, useOpenedLater } from "./Anchor.tsx";
import type { DropdownMenuProps } from "./DropdownMenu.tsx";
import type { WindowProps } from "./target.ts";

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
