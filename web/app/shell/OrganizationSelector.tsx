import { Menu, UnstyledButton } from "@mantine/core";
import { IconBuildingSkyscraper, IconCheck, IconSelector } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { choosesOrganization } from "../access.ts";
import classes from "./shell.module.css";
import { useMe } from "./use-me.ts";
import { useOrganizationSwitch } from "./use-organization-switch.ts";

/** The organization that the user acts in; a fixed name where there is nothing to choose. */
export function OrganizationSelector(): ReactNode {
  const me = useMe();
  const switchTo = useOrganizationSwitch();
  const current = me.organizations.find(({ id }) => id === me.current_organization_id);
  if (!choosesOrganization(me)) return current ? <span className={classes.organization}>{current.name}</span> : null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.section} aria-label={`Organization: ${current?.name ?? "none"}`}>
          <IconBuildingSkyscraper size={15} aria-hidden />
          <span className={classes.organization}>{current?.name ?? "Choose an organization"}</span>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {me.organizations.map(({ id, name }) => (
          <Menu.Item
            key={id}
            onClick={() => void switchTo(id)}
            rightSection={id === current?.id ? <IconCheck size={14} aria-label="chosen" /> : undefined}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
