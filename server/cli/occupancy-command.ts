import { basename } from "node:path";
import { Command } from "commander";
import { systemClock } from "../clock.ts";
import { WrongUse } from "../imports/wrong-use.ts";
import { dayOf } from "../occupancy/read-row.ts";
import { recordOccupancy } from "../occupancy/record-occupancy.ts";
import { readRentRoll } from "../occupancy/rent-roll.ts";
import { type ToldRow, tellOccupancy } from "../occupancy/tell-occupancy.ts";
import { commandActor } from "./command-actor.ts";
import { exitCodes } from "./exit-code.ts";
import { namedProperty } from "./named-property.ts";
import { withDatabase } from "./with-database.ts";

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
  command
    .command("import")
    .description("Store what a rent roll says of units: a CSV file with unit and status; good rows are stored.")
    .argument("<file>", "columns: unit, status; optional: property, building, move_in, move_out, as_of")
    .requiredOption("--property <name or id>", "the property that the file is about")
    .option("--organization <name>", "where more than one property has the name")
    .option("--as-of <date>", "the day of which rows without an as_of are true; default: today there")
    .option("--json", "print the result as JSON")
    .action(importFile);
  return command;
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const asOf = options.asOf === undefined ? null : dayOf(options.asOf);
  if (asOf === undefined) throw new WrongUse("Give --as-of as a day such as 2026-01-31.");
  const { lines, refused } = await readRentRoll(path);
  const told = await withDatabase((connections) =>
    connections.worker.transaction().execute(async (tx) => {
      const property = await namedProperty(tx, options.property, options.organization);
      const rows = await tellOccupancy(tx, property, lines, { asOf, source: basename(path) }, systemClock);
      await recordOccupancy(tx, commandActor(), property.id, rows);
      return rows;
    }),
  );
  const rows = [...told, ...refused].sort((a, b) => a.row - b.row);
  process.stdout.write(options.json === true ? asJson(rows) : asText(rows));
  process.exitCode = rows.some((row) => row.status === "refused") ? exitCodes.refused : exitCodes.fine;
}

function asJson(rows: ToldRow[]): string {
  const stored = rows.filter((row) => row.status === "stored").length;
  return `${JSON.stringify({ received: rows.length, stored, refused: rows.length - stored, rows })}\n`;
}

function asText(rows: ToldRow[]): string {
  const reasons = rows.flatMap((row) => (row.status === "refused" ? [`Row ${row.row}: ${row.reason}\n`] : []));
  const stored = rows.length - reasons.length;
  return `${reasons.join("")}${stored} ${stored === 1 ? "row" : "rows"} stored, ${reasons.length} refused.\n`;
}
