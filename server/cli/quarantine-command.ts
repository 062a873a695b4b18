import { Command, Option } from "commander";
import { quarantineList } from "../repairs/quarantine-list.ts";
import { readProperty } from "../repairs/read-property.ts";
import { atProperty, type PropertyOptions, withProperty } from "./one-property.ts";
import { printJson } from "./print-json.ts";
import { pageNumber } from "./repair-command.ts";

interface Options extends PropertyOptions {
  state: "open" | "accepted" | "rejected" | "all";
  meter?: string;
  page: string;
}

/** `dripline quarantine list`: what is kept and not counted until a person decides. */
export function quarantineCommand(): Command {
  const command = new Command("quarantine").description("Readings that wait for a person to accept or reject them.");
  withProperty(command.command("list").description("What waits, newest first; decide with repair accept or reject."))
    .addOption(
      new Option("--state <state>", "what was decided")
        .choices(["open", "accepted", "rejected", "all"])
        .default("open"),
    )
    .option("--meter <serial>", "of this meter only")
    .option("--page <number>", "50 a page", "1")
    .action(list);
  return command;
}

async function list(options: Options): Promise<void> {
  const asked = { state: options.state, meter_serial_number: options.meter, page: pageNumber(options.page) };
  const { count, rows } = await atProperty(options, ({ deps, scope, propertyId }) =>
    readProperty(deps.connections.app, scope, propertyId, (tx, { id, timeZone }) =>
      quarantineList(tx, id, timeZone, { ...asked, page_size: 50, ordering: "-measured_at" }),
    ),
  );
  if (options.json === true) {
    printJson(rows);
    return;
  }
  for (const row of rows) {
    const place = [row.building_name, row.unit_name, row.attached_to].filter((part) => part !== null).join(" / ");
    const what =
      row.sort === "registers"
        ? `registers ${row.finding} by ${number(Math.abs(row.gallons))} gallons, until ${row.last_at}`
        : `${number(row.gallons)} gallons in ${row.hours} h, of at most ${row.most_gallons === null ? "?" : number(row.most_gallons)}`;
    const decided = row.decision === null ? "" : `, ${row.decision} by repair ${row.repair_id}`;
    process.stdout.write(`${row.id}  ${row.meter_serial_number} (${place})  ${row.measured_at}: ${what}${decided}\n`);
  }
  process.stdout.write(count === 0 ? "Nothing is in quarantine.\n" : `${count} in all.\n`);
}

function number(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}
