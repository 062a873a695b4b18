import { Command, Option } from "commander";
import { makeRepair } from "../corrections/make-repair.ts";
import { readProperty } from "../corrections/read-property.ts";
import { repairList } from "../corrections/repair-list.ts";
import { undoRepair } from "../corrections/undo-repair.ts";
import { UsageError } from "../imports/usage-error.ts";
import { withExample } from "./example.ts";
import { atProperty, type PropertyOptions, withProperty } from "./one-property.ts";
import { printJson } from "./print-json.ts";
import { type RepairOptions, repairRequestOf } from "./repair-request.ts";
import { showListed, showRepair } from "./repair-summary.ts";

const WHERE = '--property "Elm Street"';
const WHY = `--reason "As the caretaker says" ${WHERE}`;
const examples: Record<string, string> = {
  accept: `repair accept h17 ${WHY} --preview`,
  reject: `repair reject h18 h19 ${WHY}`,
  correct: `repair correct --meter A-1001 --hour 2026-05-01T14:00:00Z=12.5 ${WHY}`,
  swap: `repair swap --meter A-1002 --at 2026-05-01T10:30:00-05:00 --closing 48210 --new A-2002 --opening 0 ${WHY}`,
  reimport: `repair reimport may.csv --meter A-1001 --from 2026-05-01T00:00:00-05:00 --until 2026-06-01T00:00:00-05:00 ${WHY}`,
  redrive: `repair redrive --code unknown_serial --serial A-2002 ${WHY}`,
  dismiss: `repair dismiss --code not_json ${WHY}`,
  undo: `repair undo 12 ${WHERE}`,
  list: `repair list ${WHERE}`,
};

/** `dripline repair accept | reject | correct | swap | reimport | redrive | dismiss | undo | list`. */
export function repairCommand(): Command {
  const command = new Command("repair").description(
    "Decide about readings: each with --preview, on record, with undo.",
  );
  const add = (name: string, description: string) =>
    withExample(withProperty(command.command(name).description(description)), examples[name] ?? "").option(
      "--preview",
      "say what would change, change nothing",
    );
  const made = (name: string, description: string) =>
    add(name, description).requiredOption("--reason <text>", "why; it stays on record");
  const run = (kind: string) => (args: string[] | string, options: PropertyOptions & RepairOptions) =>
    make(kind, [args].flat(), options);
  const runBare = (kind: string) => (options: PropertyOptions & RepairOptions) => make(kind, [], options);
  const several = (value: string, before: string[] = []) => [...before, value];

  made("accept", "Let what is in quarantine count.")
    .argument("<id...>", "as quarantine list shows it")
    .addOption(new Option("--as <what>", "what a register's step was").choices(["counts", "reset", "swap"]))
    .action(run("accept"));
  made("reject", "Leave what is in quarantine out for good.")
    .argument("<id...>", "as quarantine list shows it")
    .action(run("reject"));
  made("correct", "Give hours, intervals or registers another value.")
    .requiredOption("--meter <serial>", "the meter", several)
    .option("--hour <time=gallons>", "an hour and its gallons, or none: not measured; may be repeated", several)
    .option("--volume <time/minutes=gallons>", "an interval and its gallons, or none; may be repeated", several)
    .option("--register <time=value>", "an instant and its register, or none; may be repeated", several)
    .action(runBare("correct"));
  made("swap", "Put another meter in the place of one.")
    .requiredOption("--meter <serial>", "the meter that leaves", several)
    .requiredOption("--at <time>", "when, with its offset, as 2026-05-01T10:30:00-05:00")
    .requiredOption("--new <serial>", "the meter that comes")
    .option("--closing <register>", "what the old register showed")
    .option("--opening <register>", "what the new register showed")
    .option(
      "--register-unit <unit>",
      'gallon, litre, "cubic foot", pulse, or none for gallons by the hour; default: as the old one',
    )
    .option("--gallons-per-pulse <gallons>", "with --register-unit pulse")
    .option("--register-count <step>", "the smallest step of the new register, in its unit")
    .option("--register-width <register>", "where the new register starts again at zero, in its unit")
    .option("--gateway <serial>", "default: the old meter's")
    .action(runBare("swap"));
  made("reimport", "Let only the rows of a file count in a range.")
    .argument("<file>", "a CSV file, or one packed with gzip")
    .requiredOption("--meter <serial>", "a meter of the file; may be repeated", several)
    .requiredOption("--from <time>", "begin of the range, with its offset")
    .requiredOption("--until <time>", "its end, which is not in it")
    .option("--format <name>", "as for import")
    .option("--map <columns>", "as for import")
    .option("--kind <kind>", "as for import")
    .option("--unit <unit>", "as for import")
    .option("--gallons-per-pulse <gallons>", "as for import")
    .option("--time-zone <zone>", "as for import")
    .option("--delimiter <character>", "as for import")
    .option("--decimal-comma", "as for import")
    .option("--date-format <format>", "as for import")
    .option("--serial <serial>", "as for import")
    .option("--interval <interval>", "as for import")
    .option("--interval-end", "as for import")
    .action(run("reimport"));
  made("redrive", "Send refused rows again.")
    .argument("[id...]", "as refused list shows it; none: all open ones of --code and --serial")
    .option("--raw <text>", "the corrected text of the one row")
    .option("--code <code>", "all rows that were refused for this")
    .option("--serial <serial>", "all rows that name this meter")
    .action(run("redrive"));
  made("dismiss", "Let refused rows go; they are kept.")
    .argument("[id...]", "as refused list shows it; none: all open ones of --code and --serial")
    .option("--code <code>", "all rows that were refused for this")
    .option("--serial <serial>", "all rows that name this meter")
    .action(run("dismiss"));
  add("undo", "Take a repair back: everything is as if it had never been.").argument("<id>", "the repair").action(undo);
  withExample(withProperty(command.command("list").description("What was decided, newest first.")), examples.list ?? "")
    .option("--page <number>", "50 a page", "1")
    .action(list);
  return command;
}

async function make(kind: string, args: string[], options: PropertyOptions & RepairOptions): Promise<void> {
  if (options.raw !== undefined && args.length !== 1)
    throw new UsageError("--raw is the text of one row: give its id.");
  const request = await repairRequestOf(kind, args, options);
  const answer = await atProperty(options, ({ deps, scope, propertyId, who }) =>
    makeRepair(deps, scope, propertyId, who, request),
  );
  if (options.json === true) printJson(answer);
  else showRepair(answer);
}

async function undo(id: string, options: PropertyOptions & { preview?: true }): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new UsageError("Give the repair's number, as repair list shows it.");
  const answer = await atProperty(options, ({ deps, scope, propertyId, who }) =>
    undoRepair(deps, scope, propertyId, who, Number(id), options.preview === true),
  );
  if (options.json === true) printJson(answer);
  else showRepair(answer);
}

async function list(options: PropertyOptions & { page: string }): Promise<void> {
  const page = pageNumber(options.page);
  const { rows } = await atProperty(options, ({ deps, scope, propertyId }) =>
    readProperty(deps.connections.app, scope, propertyId, (tx, { id }) =>
      repairList(tx, id, { page, page_size: 50, ordering: "-made_at" }),
    ),
  );
  if (options.json === true) printJson(rows);
  else showListed(rows);
}

/** @throws UsageError for what is no page's number */
export function pageNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError("--page is a whole number from 1 on.");
}
