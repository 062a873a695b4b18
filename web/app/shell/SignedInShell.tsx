import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { UnstyledButton } from "@mantine/core";
import {
  IconBell,
  IconBellCog,
  IconBuildingSkyscraper,
  IconCheck,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { DropdownMenu } from "../../components/dropdown/DropdownMenu.tsx";
import { KeyHelp, sharedKeys } from "../../components/KeyHelp.tsx";
import { useKeptFocus } from "../../components/kept-focus.ts";
import { usePageKeys } from "../../components/page-keys.ts";
import { useColourScheme } from "../../theme/use-colour-scheme.ts";
import { choosesOrganization, mayAccess } from "../access.ts";
import { JumpButton } from "../jump/JumpButton.tsx";
import { useJump } from "../jump/use-jump.tsx";
import { dependent, read } from "../query.ts";
import { useLogout } from "../session/use-logout.ts";
import { useOrganizationSwitch } from "../session/use-organization-switch.ts";
import { fullName, initials, useMe } from "../use-me.ts";
import { FullScreenMenu } from "./FullScreenMenu.tsx";
import { Logo } from "./Logo.tsx";
import { SectionMenu } from "./SectionMenu.tsx";
import classes from "./shell.module.css";

/** The frame of every screen of a signed-in user. Another organization is another frame: no screen keeps its state. */
export function SignedInShell(): ReactNode {
  const me = useMe();
  const { open, jump } = useJump();
  // Who still lacks a second factor is answered nothing but their own account.
  const seesAlerts = !me.second_factor_missing && (mayAccess(me, "property") || mayAccess(me, "portfolio"));
  useKeptFocus();
  return (
    <>
      <a className={classes.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <header className={classes.header}>
        <Link className={classes.home} to="/" aria-label={t`Dripline, start`}>
          <Logo />
        </Link>
        <div className={classes.wide}>
          <SectionMenu />
          <div className={classes.end}>
            <JumpButton onClick={open} />
            {seesAlerts && <AlertsBell />}
            <OrganizationSelector />
            <UserMenu />
          </div>
        </div>
        <div className={classes.narrow}>
          <div className={classes.end}>
            <JumpButton onClick={open} />
            {seesAlerts && <AlertsBell />}
            <FullScreenMenu />
          </div>
        </div>
      </header>
      <main className={classes.main} id="content" tabIndex={-1} key={me.current_organization_id ?? "all"}>
        <Outlet />
      </main>
      <PageKeys />
      {jump}
    </>
  );
}

const groups = [
  ...sharedKeys,
  {
    name: t`Everywhere`,
    keys: [
      { keys: ["Ctrl", "K"], does: t`Search properties, units, meters and screens` },
      { keys: ["?"], does: t`This list` },
    ],
  },
];

/** Opens the list of keys on `?`, on every screen. */
function PageKeys(): ReactNode {
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const open = useCallback((key: string) => {
    if (key !== "?") return false;
    setOpened(true);
    return true;
  }, []);
  usePageKeys(place, "page", open);
  return (
    <div ref={place} data-keys="page">
      <KeyHelp opened={opened} onClose={() => setOpened(false)} groups={groups} />
    </div>
  );
}

/** The organization that the user acts in; a fixed name where there is nothing to choose. */
function OrganizationSelector(): ReactNode {
  const me = useMe();
  const switchTo = useOrganizationSwitch();
  const current = me.organizations.find(({ id }) => id === me.current_organization_id);
  if (!choosesOrganization(me)) return current ? <span className={classes.organization}>{current.name}</span> : null;
  return (
    <DropdownMenu
      position="bottom-end"
      width={260}
      className={classes.organizations}
      target={(target) => (
        <UnstyledButton
          {...target}
          className={classes.section}
          aria-label={t`Organization: ${current?.name ?? t`none`}`}
        >
          <IconBuildingSkyscraper size={15} aria-hidden />
          <span className={classes.organization}>{current?.name ?? t`Choose an organization`}</span>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
      )}
      entries={me.organizations.map(({ id, name }) => ({
        id,
        label: name,
        onClick: () => void switchTo(id),
        mark: id === current?.id ? <IconCheck size={14} aria-label={t`chosen`} /> : undefined,
      }))}
    />
  );
}

/** Delay in milliseconds before the number of alerts is requested: the first screen's figures take precedence. */
const AFTER_FIGURES = 2000;
/** What a mark in a corner has room for. */
const MOST_SHOWN = 99;

/** The way to the alerts, with the number of those whose cause is still there. */
function AlertsBell(): ReactNode {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_FIGURES);
    return () => clearTimeout(timer);
  }, []);
  const open = useQuery({
    ...dependent(read("GET /v1/alerts", { query: { state: "open", ordering: "-opened_at", page: 1, page_size: 1 } })),
    enabled: isWanted,
  });
  // If loading fails no error is shown here: the alerts page shows it.
  const count = open.data?.count ?? 0;
  return (
    <Link
      to="/alerts"
      className={classes.bell}
      aria-label={count === 0 ? t`Alerts` : t`Alerts, ${plural(count, { one: "# open one", other: "# open ones" })}`}
    >
      <IconBell size={18} stroke={1.75} aria-hidden="true" />
      {count > 0 && (
        <span className={classes.alertCount} aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  );
}

/** Who is signed in, the profile, notifications, light or dark, and the way out. */
function UserMenu(): ReactNode {
  const me = useMe();
  const logout = useLogout();
  const colours = useColourScheme();
  const Icon = colours.dark ? IconSun : IconMoon;
  return (
    <DropdownMenu
      position="bottom-end"
      width={240}
      target={(target) => (
        <UnstyledButton {...target} className={classes.initials} aria-label={t`User menu: ${fullName(me)}`}>
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
          label: t`Profile`,
          icon: <IconUser size={15} />,
          link: (props) => <Link to="/profile" {...props} />,
        },
        {
          id: "notifications",
          label: t`My notifications`,
          icon: <IconBellCog size={15} />,
          link: (props) => <Link to="/notifications" {...props} />,
        },
        { id: "colours", label: colours.label, icon: <Icon size={15} />, onClick: colours.toggle },
        { id: "logout", label: t`Logout`, icon: <IconLogout size={15} />, onClick: () => void logout() },
      ]}
    />
  );
}
