import { Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { currentSection, isActive, ownLinksOnly, sectionsOf } from "./sections.ts";
import classes from "./shell.module.css";
import { useMe } from "./use-me.ts";

/** The areas of the product, and the screens of the one that is open. */
export function SectionMenu(): ReactNode {
  const { pathname, search } = useLocation();
  const sections = sectionsOf(useMe());
  const current = currentSection(sections, pathname);
  if (current === undefined) return null;
  return (
    <nav className={classes.nav} aria-label="Screens">
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <UnstyledButton className={classes.section} aria-label={`Section: ${current.name}`}>
            {current.name}
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {sections.map(({ name, items: [first] }) => (
            <Menu.Item
              key={name}
              renderRoot={(props) => <Link to={first?.to ?? "/"} {...props} />}
              rightSection={name === current.name ? <IconCheck size={14} aria-label="open" /> : undefined}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
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
