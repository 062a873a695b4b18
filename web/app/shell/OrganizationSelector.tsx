import { UnstyledButton } from "@mantine/core";
import { IconBuildingSkyscraper, IconCheck, IconSelector } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DropdownMenu } from "../../components/dropdown/DropdownMenu.tsx";
import { choosesOrganization } from "../access.ts";
import { useOrganizationSwitch } from "../session/use-organization-switch.ts";
import { useMe } from "../use-me.ts";
import classes from "./shell.module.css";

/** The organization that the user acts in; a fixed name where there is nothing to choose. */
export function OrganizationSelector(): ReactNode {
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
        <UnstyledButton {...target} className={classes.section} aria-label={`Organization: ${current?.name ?? "none"}`}>
          <IconBuildingSkyscraper size={15} aria-hidden />
          <span className={classes.organization}>{current?.name ?? "Choose an organization"}</span>
          <IconSelector size={14} aria-hidden />
        </UnstyledButton>
      )}
      entries={me.organizations.map(({ id, name }) => ({
        id,
        label: name,
        onClick: () => void switchTo(id),
        mark: id === current?.id ? <IconCheck size={14} aria-label="chosen" /> : undefined,
      }))}
    />
  );
}
