import { Command, Option } from "commander";
import type { Quarantined } from "../../contract/repairs.ts";
import { quarantineList } from "../corrections/quarantine-list.ts";
import { readProperty } from "../corrections/read-property.ts";
import { withExample } from "./example.ts";
import { atProperty, type PropertyOptions, withProperty } from "./one-property.ts";
import { printJson } from "./print-json.ts";
import { pageNumber } from "./repair-command.ts";
import { type Columns, minute, table } from "./table.ts";

interface Options extends PropertyOptions {
  state: "open" | "accepted" | "rejected" | "all";
  meter?: string;
  page: string;
}

/** `dripline quarantine list`: what is kept and not counted until a person decides. */
export function quarantineCommand(): Command {
  const command = new Command("quarantine").description("Readings that wait for a person to accept or reject them.");
  const waiting = withProperty(
    command.command("list").description("What waits, newest first; decide with repair accept or reject."),
  )
    .addOption(
      new Option("--state <state>", "what was decided")
        .choices(["open", "accepted", "rejected", "all"])
        .default("open"),
    )
    .option("--meter <serial>", "of this meter only")
    .option("--page <number>", "50 a page", "1")
    .action(list);
  withExample(waiting, 'quarantine list --property "Elm Street"');
  return command;
}

const columns: Columns<Quarantined> = {
  id: (row) => row.id,
  meter: (row) => row.meter_serial_number,
  place: (row) => [row.building_name, row.unit_name, row.attached_to].filter((part) => part !== null).join(" / "),
  measured: (row) => minute(row.measured_at),
  what: (row) =>
    row.sort === "registers"
      ? `registers ${row.finding} by ${number(Math.abs(row.gallons))} gallons, until ${minute(row.last_at)}`
      : `${number(row.gallons)} gallons in ${row.minutes === null ? `${row.hours} h` : `${row.minutes} min`}, of at most ${row.most_gallons === null ? "?" : number(row.most_gallons)}`,
  decided: (row) => (row.decision === null ? null : `${row.decision} by repair ${row.repair_id}`),
};

async function list(options: Options): Promise<void> {
  const params = { state: options.state, meter_serial_number: options.meter, page: pageNumber(options.page) };
  const { count, rows } = await atProperty(options, ({ deps, scope, propertyId }) =>
    readProperty(deps.connections.app, scope, propertyId, (tx, { id, timeZone }) =>
      quarantineList(tx, id, timeZone, { ...params, page_size: 50, ordering: "-measured_at" }),
    ),
  );
  if (options.json === true) {
    printJson(rows);
    return;
  }
  if (count > 0) process.stdout.write(table(columns, rows));
  process.stdout.write(count === 0 ? "Nothing is in quarantine.\n" : `${count} in all.\n`);
}

function number(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}
