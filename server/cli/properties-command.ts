import { Command } from "commander";
import type { PropertyRow } from "../../contract/inventory.ts";
import { about, bodyField, idOf, only, orNone, several } from "./arguments.ts";
import { callCommand } from "./call-command.ts";
import { type Columns, minute } from "./table.ts";

const properties = "/v1/admin/staff/inventory/organizations/properties";

const property = about("<property>", "property_id", "its name, or id", idOf("property"));
const details = [
  bodyField("--street <street>", "street", "street and number"),
  bodyField("--city <city>", "city", "the city"),
  bodyField("--state <state>", "state", "the state"),
  bodyField("--zip-code <code>", "zip_code", "the zip code"),
  bodyField("--contact-phone <number>", "contact_phone", "whom to call there"),
  bodyField("--contact-email <e-mail>", "contact_email", "whom to write to there"),
  bodyField(
    "--time-zone <zone>",
    "time_zone",
    "whose days it has, as America/Chicago; it stays from the first reading on",
  ),
];
const columns: Columns<PropertyRow> = {
  id: (row) => row.id,
  name: (row) => row.name,
  organization: (row) => row.organization_name,
  address: (row) => row.address,
  "time zone": (row) => row.time_zone,
  buildings: (row) => row.buildings_count,
  units: (row) => row.units_count,
  archived: (row) => minute(row.archived_at),
};

/** `dripline properties …`: their ids are those that topics and addresses of calls hold. */
export function propertiesCommand(): Command {
  return new Command("properties")
    .description("Properties with their ids, as topics and calls name them.")
    .addCommand(
      callCommand({
        name: "list",
        description: "The properties with their ids, by name.",
        example: 'properties list --organization "Oak Homes"',
        call: `GET ${properties}`,
        args: [
          several(only("--organization <name or id>", "organization_id", "of this organization", idOf("organization"))),
          only("--archived", "archived", "those that were archived"),
          only("--search <text>", "search", "part of the name or the address"),
          only(
            "--ordering <field>",
            "ordering",
            "name, address, buildings_count, units_count or organization_name; with - in front descending",
          ),
        ],
        columns,
        none: "No properties found. Import an inventory, or add one: properties create.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create",
        description: "Make a property, without buildings yet.",
        example:
          'properties create "Elm Street" --organization "Oak Homes" --time-zone America/Chicago --city Chicago --state IL',
        call: `POST ${properties}`,
        args: [
          bodyField("<name>", "name", "its name, of which the organization has no other"),
          bodyField(
            "--organization <name or id>",
            "organization_id",
            "whose it is; none: nobody's yet",
            orNone(idOf("organization")),
          ),
          ...details,
        ],
        columns,
      }),
    )
    .addCommand(
      callCommand({
        name: "edit",
        description: "Change a property; what is left out stays.",
        example: 'properties edit "Elm Street" --contact-phone "+1 312 555 0100"',
        call: `PATCH ${properties}/{property_id}`,
        args: [property, bodyField("--name <name>", "name", "another name"), ...details],
        columns,
      }),
    )
    .addCommand(
      callCommand({
        name: "assign",
        description: "Put properties into an organization with all their history, all of them or none.",
        example: 'properties assign "Elm Street" "Elm Court" --organization "Oak Homes"',
        call: `POST ${properties}/bulk-assign`,
        args: [
          several(bodyField("<property...>", "property_ids", "names, or ids", idOf("property"))),
          bodyField(
            "--organization <name or id>",
            "organization_id",
            "into which; none: into no organization",
            orNone(idOf("organization")),
          ),
        ],
        message: ({ property_ids: moved }) =>
          moved.length === 0
            ? "Nothing changed: they were there already."
            : `Moved: ${moved.join(", ")}. Their former organization can no longer see them.`,
      }),
    )
    .addCommand(
      callCommand({
        name: "archive",
        description: "Take a property out of sight and out of every sum. Its history is kept.",
        example: 'properties archive "Elm Court"',
        call: `POST ${properties}/{property_id}/archive`,
        args: [property],
        columns,
      }),
    )
    .addCommand(
      callCommand({
        name: "restore",
        description: "Bring an archived property back.",
        example: 'properties restore "Elm Court"',
        call: `POST ${properties}/{property_id}/restore`,
        args: [about("<property>", "property_id", "its name, or id", idOf("archived property"))],
        columns,
      }),
    );
}
