import { UnstyledButton } from "@mantine/core";
import { IconLogout, IconMoon, IconSun, IconUser } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DropdownMenu } from "../../components/dropdown/DropdownMenu.tsx";
import { useLogout } from "../session/use-logout.ts";
import { useColourScheme } from "../use-colour-scheme.ts";
import { fullName, initials, useMe } from "../use-me.ts";
import classes from "./shell.module.css";

/** Who is signed in, the profile, light or dark, and the way out. */
export function UserMenu(): ReactNode {
  const me = useMe();
  const logout = useLogout();
  const colours = useColourScheme();
  const Icon = colours.dark ? IconSun : IconMoon;
  return (
    <DropdownMenu
      position="bottom-end"
      width={240}
      target={(target) => (
        <UnstyledButton {...target} className={classes.initials} aria-label={`User menu: ${fullName(me)}`}>
          {initials(me)}
        </UnstyledButton>
      )}
      head={
        <div className={classes.person}>
          <strong>{fullName(me)}</strong>
          <span>{me.username}</span>
        </div>
      }
      entries={[
        {
          id: "profile",
          label: "Profile",
          icon: <IconUser size={15} />,
          link: (props) => <Link to="/profile" {...props} />,
        },
        { id: "colours", label: colours.label, icon: <Icon size={15} />, onClick: colours.toggle },
        { id: "logout", label: "Logout", icon: <IconLogout size={15} />, onClick: () => void logout() },
      ]}
    />
  );
}
