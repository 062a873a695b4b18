import { Command, Option } from "commander";
import { readProperty } from "../corrections/read-property.ts";
import { refusedList } from "../corrections/refused-list.ts";
import { withExample } from "./example.ts";
import { atProperty, type PropertyOptions, withProperty } from "./one-property.ts";
import { plainText } from "./plain-text.ts";
import { printJson } from "./print-json.ts";
import { pageNumber } from "./repair-command.ts";

interface Options extends PropertyOptions {
  state: "open" | "stored" | "dismissed" | "all";
  code?: string;
  source?: string;
  text?: string;
  page: string;
}

/** `dripline refused list`: rejected rows, with their text and the reason. */
export function refusedCommand(): Command {
  const command = new Command("refused").description("Rows that were refused, kept with their text.");
  const rows = withProperty(
    command.command("list").description("Refused rows, newest first; send them again with repair redrive."),
  )
    .addOption(
      new Option("--state <state>", "what became of them")
        .choices(["open", "stored", "dismissed", "all"])
        .default("open"),
    )
    .option("--code <code>", "refused for this")
    .option("--source <name>", "of this file or gateway")
    .option("--text <text>", "whose text holds this, such as a serial number")
    .option("--page <number>", "50 a page", "1")
    .action(list);
  withExample(rows, 'refused list --property "Elm Street" --code unknown_serial');
  return command;
}

async function list({ page, state, code, source, text, ...options }: Options): Promise<void> {
  const params = { state, code, source, text, page: pageNumber(page), page_size: 50 };
  const { count, rows } = await atProperty(options, ({ deps, scope, propertyId }) =>
    readProperty(deps.connections.app, scope, propertyId, (tx, { id }) =>
      refusedList(tx, id, { ...params, ordering: "-received_at" }),
    ),
  );
  if (options.json === true) {
    printJson(rows);
    return;
  }
  for (const row of rows) {
    process.stdout.write(
      `${row.id}  ${plainText(row.source)} row ${row.source_row}  ${row.code}: ${plainText(row.reason)}\n    ${plainText(row.raw)}\n`,
    );
  }
  process.stdout.write(count === 0 ? "No rows match.\n" : `${count} in all.\n`);
}
