import { basename } from "node:path";
import { Command } from "commander";
import { UsageError } from "../../imports/usage-error.ts";
import { dayOf } from "../../occupancy/read-row.ts";
import { recordOccupancy } from "../../occupancy/record-occupancy.ts";
import { readRentRoll } from "../../occupancy/rent-roll.ts";
import { type RowOutcome, storeOccupancy } from "../../occupancy/store-occupancy.ts";
import { systemClock } from "../../time/clock.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { exitCodes } from "../command/exit-code.ts";
import { withDatabase } from "../command/with-database.ts";
import { namedProperty } from "../names/named-property.ts";
import { plainText } from "../output/plain-text.ts";

interface ImportOptions {
  property: string;
  organization?: string;
  asOf?: string;
  json?: boolean;
}

/** `dripline occupancy import FILE`: which units are occupied, from a rent roll. */
export function occupancyCommand(): Command {
  const command = new Command("occupancy").description(
    "Which units are occupied, from the property-management system.",
  );
  const subcommand = command
    .command("import")
    .description("Store what a rent roll says of units: a CSV file with unit and status; good rows are stored.")
    .argument("<file>", "columns: unit, status; optional: property, building, move_in, move_out, as_of")
    .requiredOption("--property <name or id>", "the property that the file is about")
    .option("--organization <name>", "where more than one property has the name")
    .option("--as-of <date>", "the day of which rows without an as_of are true; default: today there")
    .option("--json", "print the result as JSON")
    .action(importFile);
  withExample(subcommand, 'occupancy import rent-roll.csv --property "Elm Street" --as-of 2026-05-31');
  return command;
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const asOf = options.asOf === undefined ? null : dayOf(options.asOf);
  if (asOf === undefined) throw new UsageError("Give --as-of as a day such as 2026-01-31.");
  const { lines, rejected } = await readRentRoll(path);
  const results = await withDatabase((connections) =>
    connections.worker.transaction().execute(async (tx) => {
      const property = await namedProperty(tx, options.property, options.organization);
      const rows = await storeOccupancy(tx, property, lines, { asOf, source: basename(path) }, systemClock);
      await recordOccupancy(tx, commandActor(), property.id, rows);
      return rows;
    }),
  );
  const rows = [...results, ...rejected].sort((a, b) => a.row - b.row);
  process.stdout.write(options.json === true ? asJson(rows) : asText(rows));
  process.exitCode = rows.some((row) => row.status === "rejected") ? exitCodes.rejected : exitCodes.fine;
}

function asJson(rows: RowOutcome[]): string {
  const stored = rows.filter((row) => row.status === "stored").length;
  return `${JSON.stringify({ received: rows.length, stored, rejected: rows.length - stored, rows })}\n`;
}

function asText(rows: RowOutcome[]): string {
  const reasons = rows.flatMap((row) =>
    row.status === "rejected" ? [`Row ${row.row}: ${plainText(String(row.reason))}\n`] : [],
  );
  const stored = rows.length - reasons.length;
  return `${reasons.join("")}${stored} ${stored === 1 ? "row" : "rows"} stored, ${reasons.length} rejected.\n`;
}
