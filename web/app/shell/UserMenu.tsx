import { Menu, UnstyledButton } from "@mantine/core";
import { IconLogout, IconMoon, IconSun, IconUser } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./shell.module.css";
import { useColourScheme } from "./use-colour-scheme.ts";
import { useLogout } from "./use-logout.ts";
import { fullName, initials, useMe } from "./use-me.ts";

/** Who is signed in, the profile, light or dark, and the way out. */
export function UserMenu(): ReactNode {
  const me = useMe();
  const logout = useLogout();
  const colours = useColourScheme();
  const Icon = colours.dark ? IconSun : IconMoon;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.initials} aria-label={`User menu: ${fullName(me)}`}>
          {initials(me)}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <strong>{fullName(me)}</strong>
          <span>{me.username}</span>
        </div>
        <Menu.Item leftSection={<IconUser size={15} />} renderRoot={(props) => <Link to="/profile" {...props} />}>
          Profile
        </Menu.Item>
        <Menu.Item leftSection={<Icon size={15} />} onClick={colours.toggle}>
          {colours.label}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void logout()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
