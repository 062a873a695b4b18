import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DropdownMenu } from "../../components/dropdown/DropdownMenu.tsx";
import { currentSection, isActive, ownLinksOnly, sectionsOf } from "../jump/sections.ts";
import { useMe } from "../use-me.ts";
import classes from "./shell.module.css";

/** The areas of the product, and the screens of the one that is open. */
export function SectionMenu(): ReactNode {
  const { pathname, search } = useLocation();
  const sections = sectionsOf(useMe());
  const current = currentSection(sections, pathname);
  if (current === undefined) return null;
  return (
    <nav className={classes.nav} aria-label={t`Screens`}>
      <DropdownMenu
        position="bottom-start"
        width={220}
        target={(target) => (
          <UnstyledButton {...target} className={classes.section} aria-label={t`Section: ${current.name}`}>
            {current.name}
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        )}
        entries={sections.map(({ name, items: [first] }) => ({
          id: name,
          label: name,
          link: (props) => <Link to={first?.to ?? "/"} {...props} />,
          mark: name === current.name ? <IconCheck size={14} aria-label={t`open`} /> : undefined,
        }))}
      />
      <span className={classes.divider} />
      {current.items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          className={classes.item}
          activeOptions={ownLinksOnly}
          aria-current={isActive(item, pathname, search) ? "page" : undefined}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
