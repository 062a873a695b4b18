import { Command } from "commander";
import type { GatewayRow } from "../../contract/gateways.ts";
import type { MeterRow } from "../../contract/places.ts";
import { about, bodyField, idOf, nameOf, number, only, orNone } from "./arguments.ts";
import { callCommand } from "./call-command.ts";
import { atProperty, ofBuildings, ofUnits } from "./place-commands.ts";
import { type Columns, minute } from "./table.ts";

const places = "/v1/admin/staff/inventory/properties/{property_id}";

const meterColumns: Columns<MeterRow> = {
  id: (row) => row.id,
  serial: (row) => row.serial_number,
  building: (row) => row.place?.building_name ?? null,
  unit: (row) => row.place?.unit_name ?? null,
  point: (row) => (row.place === null ? null : `${row.place.attached_to} ${row.place.label}`.trim()),
  "point id": (row) => row.place?.point_id ?? null,
  gateway: (row) => row.gateway_serial_number,
  register: (row) => row.register_unit ?? "hours",
  "always uses water": (row) => row.continuous_use_expected,
  readings: (row) => row.has_readings,
};

const gatewayColumns: Columns<GatewayRow> = {
  id: (row) => row.id,
  serial: (row) => row.serial_number,
  name: (row) => row.name,
  status: (row) => row.status,
  heard: (row) => minute(row.heard_at),
  minutes: (row) => row.interval_minutes,
  meters: (row) => row.meters_count,
  buildings: (row) => row.buildings.map(({ name }) => name),
  routers: (row) => row.routers.length,
  tokens: (row) => row.tokens_count,
};

/** `dripline meters …` */
export function metersCommand(): Command {
  const meter = about("<serial>", "meter_id", "its serial number, or id", idOf("meter"));
  const point = bodyField("--point <id>", "point_id", "an empty point, as points list shows it", number);
  const gateway = bodyField(
    "--gateway <serial>",
    "gateway_serial_number",
    "the gateway that it hangs on; none: on none",
    orNone((_, value) => value),
  );
  return new Command("meters")
    .description("Meters of a property; repair swap puts another in the place of one.")
    .addCommand(
      callCommand({
        name: "list",
        description: "The meters of a property, by building and unit.",
        example: 'meters list --property "Elm Street" --json',
        call: `GET ${places}/meters`,
        args: [atProperty, ofBuildings, ofUnits, only("--search <text>", "search", "part of a serial number")],
        columns: meterColumns,
        none: "No meters match.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create",
        description: "Add a meter at an empty point, and its gateway where that is not known yet.",
        example: 'meters create A-2004 --point 12 --gateway GW-1 --register-unit litre --property "Elm Street"',
        call: `POST ${places}/meters`,
        args: [
          bodyField("<serial>", "serial_number", "its serial number"),
          atProperty,
          point,
          gateway,
          bodyField(
            "--register-unit <unit>",
            "register_unit",
            "gallon, litre, cubic foot or pulse; left out: it reports gallons by the hour",
          ),
          bodyField("--gallons-per-pulse <gallons>", "gallons_per_pulse", "with --register-unit pulse", number),
          bodyField(
            "--register-count <step>",
            "register_count",
            "the smallest step of the register, in its unit",
            number,
          ),
          bodyField("--register-width <register>", "register_width", "where the register starts again at zero", number),
        ],
        columns: meterColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "edit",
        description: "Change the serial number of a meter or the gateway that it hangs on.",
        example: 'meters edit A-2004 --gateway GW-2 --property "Elm Street"',
        call: `PATCH ${places}/meters/{meter_id}`,
        args: [meter, atProperty, bodyField("--serial <serial>", "serial_number", "another serial number"), gateway],
        columns: meterColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "place",
        description: "Put a meter at an empty point, from now on; what it sent before stays where it was.",
        example: 'meters place A-2004 --point 14 --property "Elm Street"',
        call: `PUT ${places}/meters/{meter_id}/place`,
        args: [meter, atProperty, point],
        columns: meterColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "unplace",
        description: "Take a meter out of its place from now on; what it sent stays there.",
        example: 'meters unplace A-2004 --property "Elm Street"',
        call: `DELETE ${places}/meters/{meter_id}/place`,
        args: [meter, atProperty],
        columns: meterColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "delete",
        description: "Remove a meter that never sent a reading.",
        example: 'meters delete A-2004 --property "Elm Street"',
        call: `DELETE ${places}/meters/{meter_id}`,
        args: [meter, atProperty],
        message: () => "Removed.",
      }),
    );
}

/** `dripline gateways …` */
export function gatewaysCommand(): Command {
  const gateway = about("<serial>", "gateway", "its serial number, or id", nameOf("gateway"));
  const more = [
    bodyField("--name <name>", "name", "where it hangs, or whatever people call it"),
    bodyField("--interval-minutes <minutes>", "interval_minutes", "between two messages", number),
  ];
  return new Command("gateways")
    .description("Gateways of a property.")
    .addCommand(
      callCommand({
        name: "list",
        description: "The gateways of a property, and when each was heard last.",
        example: 'gateways list --property "Elm Street"',
        call: `GET ${places}/gateways`,
        args: [atProperty],
        columns: gatewayColumns,
        none: "There are no gateways yet.",
      }),
    )
    .addCommand(
      callCommand({
        name: "create",
        description: "Add a gateway, so that it can be given a token and meters can hang on it.",
        example: 'gateways create GW-2 --name "Roof of House A" --property "Elm Street"',
        call: `POST ${places}/gateways`,
        args: [bodyField("<serial>", "serial_number", "its serial number"), atProperty, ...more],
        columns: gatewayColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "edit",
        description: "Change a gateway; its tokens stay.",
        example: 'gateways edit GW-2 --interval-minutes 15 --property "Elm Street"',
        call: `PATCH ${places}/gateways/{gateway}`,
        args: [gateway, atProperty, bodyField("--serial <serial>", "serial_number", "another serial number"), ...more],
        columns: gatewayColumns,
      }),
    )
    .addCommand(
      callCommand({
        name: "delete",
        description: "Remove a gateway on which no meter and no router hangs any more; its tokens end.",
        example: 'gateways delete GW-2 --property "Elm Street"',
        call: `DELETE ${places}/gateways/{gateway}`,
        args: [gateway, atProperty],
        message: () => "Removed. Its tokens have ended.",
      }),
    );
}
