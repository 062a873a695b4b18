import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon, UnstyledButton } from "@mantine/core";
import {
  IconBell,
  IconBellCog,
  IconBuildingSkyscraper,
  IconCheck,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { useColourScheme } from "../../theme/use-colour-scheme.ts";
import { choosesOrganization, mayAccess } from "../access.ts";
import { isActive, ownLinksOnly, sectionsOf } from "../jump/sections.ts";
import { useLogout } from "../session/use-logout.ts";
import { useOrganizationSwitch } from "../session/use-organization-switch.ts";
import { fullName, useMe } from "../use-me.ts";
import classes from "./shell.module.css";

/** Everything of the header on a small screen: screens by area, organizations, profile, colours, logout. */
export function FullScreenMenu(): ReactNode {
  const [opened, setOpened] = useState(false);
  const { pathname, search } = useLocation();
  const me = useMe();
  const colours = useColourScheme();
  const logout = useLogout();
  const switchTo = useOrganizationSwitch();
  const close = () => setOpened(false);
  const Colours = colours.dark ? IconSun : IconMoon;
  return (
    <>
      <ActionIcon size={44} aria-label={t`Menu`} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <IconMenu2 size={22} />
      </ActionIcon>
      <Dialog opened={opened} onClose={close} title={t`Menu`} size="full">
        <nav className={classes.fullMenu} aria-label={t`Menu`}>
          {sectionsOf(me).map(({ name, items }) => (
            <div className={classes.fullGroup} key={name}>
              <h3>{name}</h3>
              {items.map((item) => (
                <Link
                  key={item.to}
                  to={item.to}
                  className={classes.fullItem}
                  onClick={close}
                  activeOptions={ownLinksOnly}
                  aria-current={isActive(item, pathname, search) ? "page" : undefined}
                >
                  {item.label}
                </Link>
              ))}
            </div>
          ))}
          {choosesOrganization(me) && (
            <div className={classes.fullGroup}>
              <h3>
                <Trans>Organization</Trans>
              </h3>
              {me.organizations.map(({ id, name }) => (
                <UnstyledButton
                  key={id}
                  className={classes.fullItem}
                  aria-pressed={id === me.current_organization_id}
                  onClick={() => {
                    close();
                    void switchTo(id);
                  }}
                >
                  {id === me.current_organization_id ? <IconCheck size={18} /> : <IconBuildingSkyscraper size={18} />}
                  {name}
                </UnstyledButton>
              ))}
            </div>
          )}
          <div className={classes.fullGroup}>
            <h3>{`${fullName(me)} · ${me.username}`}</h3>
            {(mayAccess(me, "property") || mayAccess(me, "portfolio")) && (
              <Link to="/alerts" className={classes.fullItem} onClick={close}>
                <Trans>
                  <IconBell size={18} />
                  Alerts
                </Trans>
              </Link>
            )}
            <Link to="/profile" className={classes.fullItem} onClick={close}>
              <Trans>
                <IconUser size={18} />
                Profile
              </Trans>
            </Link>
            <Link to="/notifications" className={classes.fullItem} onClick={close}>
              <Trans>
                <IconBellCog size={18} />
                My notifications
              </Trans>
            </Link>
            <UnstyledButton className={classes.fullItem} onClick={colours.toggle}>
              <Colours size={18} />
              {colours.label}
            </UnstyledButton>
            <UnstyledButton
              className={classes.fullItem}
              onClick={() => {
                close();
                void logout();
              }}
            >
              <Trans>
                <IconLogout size={18} />
                Logout
              </Trans>
            </UnstyledButton>
          </div>
        </nav>
      </Dialog>
    </>
  );
}
