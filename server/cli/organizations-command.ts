import { Command } from "commander";
import type { OrganizationRow } from "../../contract/inventory.ts";
import { about, bodyField, idOf, only } from "./arguments.ts";
import { callCommand } from "./call-command.ts";
import type { Columns } from "./table.ts";

const organizations = "/v1/admin/staff/inventory/organizations";

const organization = about("<organization>", "organization_id", "its name, or id", idOf("organization"));
const columns: Columns<OrganizationRow> = {
  id: (row) => row.id,
  name: (row) => row.name,
  default: (row) => row.is_default,
  properties: (row) => row.properties_count,
  units: (row) => row.units_count,
};

/** `dripline organizations …` */
export function organizationsCommand(): Command {
  return new Command("organizations")
    .description("Organizations, and which is the default one.")
    .addCommand(
      callCommand({
        name: "list",
        description: "All organizations, by name.",
        example: "organizations list",
        call: `GET ${organizations}`,
        args: [
          only("--search <text>", "search", "part of the name"),
          only("--ordering <field>", "ordering", "name, properties_count or units_count; with - in front descending"),
        ],
        columns,
        none: "There are no organizations yet.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create",
        description: "Make an organization. No other has its name.",
        example: 'organizations create "Oak Homes"',
        call: `POST ${organizations}`,
        args: [bodyField("<name>", "name", "its name")],
        columns,
      }),
    )
    .addCommand(
      callCommand({
        name: "rename",
        description: "Give an organization another name.",
        example: 'organizations rename "Oak Homes" "Oak & Elm Homes"',
        call: `PATCH ${organizations}/{organization_id}`,
        args: [organization, bodyField("<name>", "name", "the new name")],
        columns,
      }),
    )
    .addCommand(
      callCommand({
        name: "default",
        description: "Make an organization the default one, to which files belong that name none.",
        example: 'organizations default "Oak Homes"',
        call: `POST ${organizations}/{organization_id}/default`,
        args: [organization],
        columns,
      }),
    );
}
