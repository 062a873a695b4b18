import { Command } from "commander";
import type { BuildingRow, PointRow, UnitRow } from "../../contract/places.ts";
import { about, bodyField, idOf, number, only, orNone, several } from "./arguments.ts";
import { callCommand } from "./call-command.ts";
import type { Columns } from "./table.ts";

const places = "/v1/admin/staff/inventory/properties/{property_id}";

export const atProperty = about("--property <name or id>", "property_id", "the property", idOf("property"));
export const ofBuildings = several(
  only("--building <name or id>", "building_id", "in this building", idOf("building")),
);
export const ofUnits = several(only("--unit <name or id>", "unit_id", "of this unit, as 101 or A / 101", idOf("unit")));

const buildingColumns: Columns<BuildingRow> = {
  id: (row) => row.id,
  name: (row) => row.name,
  property: (row) => row.property_name,
  units: (row) => row.units_count,
};

const unitColumns: Columns<UnitRow> = {
  id: (row) => row.id,
  building: (row) => row.building_name,
  name: (row) => row.name,
  bedrooms: (row) => row.bedrooms,
};

const pointColumns: Columns<PointRow> = {
  id: (row) => row.id,
  building: (row) => row.building_name,
  unit: (row) => row.unit_name,
  kind: (row) => row.attached_to,
  label: (row) => row.label,
  meter: (row) => row.meter_serial_number,
};

/** `dripline buildings …` */
export function buildingsCommand(): Command {
  const building = about("<building>", "building_id", "its name, or id", idOf("building"));
  return new Command("buildings")
    .description("Buildings of a property.")
    .addCommand(
      callCommand({
        name: "list",
        description: "The buildings of a property, by name.",
        example: 'buildings list --property "Elm Street"',
        call: `GET ${places}/buildings`,
        args: [atProperty],
        columns: buildingColumns,
        none: "There are no buildings yet.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create",
        description: "Add a building.",
        example: 'buildings create "House B" --property "Elm Street"',
        call: `POST ${places}/buildings`,
        args: [bodyField("<name>", "name", "its name"), atProperty],
        columns: buildingColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "rename",
        description: "Give a building another name.",
        example: 'buildings rename "House B" "Garden House" --property "Elm Street"',
        call: `PATCH ${places}/buildings/{building_id}`,
        args: [building, bodyField("<name>", "name", "the new name"), atProperty],
        columns: buildingColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "delete",
        description: "Remove a building in which there is nothing any more.",
        example: 'buildings delete "Garden House" --property "Elm Street"',
        call: `DELETE ${places}/buildings/{building_id}`,
        args: [building, atProperty],
        message: () => "Removed.",
      }),
    );
}

/** `dripline units …` */
export function unitsCommand(): Command {
  const unit = about("<unit>", "unit_id", "its name, as 101 or A / 101, or id", idOf("unit"));
  const bedrooms = bodyField("--bedrooms <number>", "bedrooms", "0 for a studio", number);
  return new Command("units")
    .description("Units of a property.")
    .addCommand(
      callCommand({
        name: "list",
        description: "The units of a property, by building and name.",
        example: 'units list --property "Elm Street" --building "House A"',
        call: `GET ${places}/units`,
        args: [atProperty, ofBuildings],
        columns: unitColumns,
        none: "There are no units yet.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create",
        description: "Add a unit to a building.",
        example: 'units create 204 --building "House A" --bedrooms 2 --property "Elm Street"',
        call: `POST ${places}/units`,
        args: [
          bodyField("<name>", "name", "its name, of which the building has no other"),
          atProperty,
          bodyField("--building <name or id>", "building_id", "the building", idOf("building")),
          bedrooms,
        ],
        columns: unitColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "edit",
        description: "Change the name or the number of bedrooms of a unit.",
        example: 'units edit "House A / 204" --bedrooms 3 --property "Elm Street"',
        call: `PATCH ${places}/units/{unit_id}`,
        args: [unit, atProperty, bodyField("--name <name>", "name", "another name"), bedrooms],
        columns: unitColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "delete",
        description: "Remove a unit without meter points and readings.",
        example: 'units delete "House A / 204" --property "Elm Street"',
        call: `DELETE ${places}/units/{unit_id}`,
        args: [unit, atProperty],
        message: () => "Removed.",
      }),
    );
}

/** `dripline points …` */
export function pointsCommand(): Command {
  const point = about("<id>", "point_id", "its number, as points list shows it", number);
  return new Command("points")
    .description("Points of a property at which meters can sit.")
    .addCommand(
      callCommand({
        name: "list",
        description: "The points of a property with the meters there now, by building and unit.",
        example: 'points list --property "Elm Street" --unit "House A / 101"',
        call: `GET ${places}/points`,
        args: [atProperty, ofBuildings, ofUnits],
        columns: pointColumns,
        none: "There are no points yet.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create",
        description: "Add a point.",
        example:
          'points create --attached-to Toilet --building "House A" --unit "House A / 101" --property "Elm Street"',
        call: `POST ${places}/points`,
        args: [
          atProperty,
          bodyField("--attached-to <kind>", "attached_to", "SPOE, DPOE, Toilet, Water Heater, Building or Irrigation"),
          bodyField("--building <name or id>", "building_id", "the building", idOf("building")),
          bodyField("--unit <name or id>", "unit_id", "the unit; none: of the whole building", orNone(idOf("unit"))),
          bodyField("--label <text>", "label", "tells points of one kind in one unit apart"),
        ],
        columns: pointColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "label",
        description: "Change the label of a point.",
        example: 'points label 12 "upper bath" --property "Elm Street"',
        call: `PATCH ${places}/points/{point_id}`,
        args: [point, bodyField("<label>", "label", "the label"), atProperty],
        columns: pointColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "delete",
        description: "Remove a point at which no meter sits, and none ever sat that sent readings.",
        example: 'points delete 12 --property "Elm Street"',
        call: `DELETE ${places}/points/{point_id}`,
        args: [point, atProperty],
        message: () => "Removed.",
      }),
    );
}
