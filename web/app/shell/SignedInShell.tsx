import { Link, Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useKeptFocus } from "../../components/kept-focus.ts";
import { mayAccess } from "../access.ts";
import { JumpButton } from "../jump/JumpButton.tsx";
import { useJump } from "../jump/use-jump.tsx";
import { useMe } from "../use-me.ts";
import { AlertsBell } from "./AlertsBell.tsx";
import { FullScreenMenu } from "./FullScreenMenu.tsx";
import { Logo } from "./Logo.tsx";
import { OrganizationSelector } from "./OrganizationSelector.tsx";
import { PageKeys } from "./PageKeys.tsx";
import { SectionMenu } from "./SectionMenu.tsx";
import classes from "./shell.module.css";
import { UserMenu } from "./UserMenu.tsx";

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
        Skip to content
      </a>
      <header className={classes.header}>
        <Link className={classes.home} to="/" aria-label="Dripline, start">
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
