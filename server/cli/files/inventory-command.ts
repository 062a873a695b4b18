import { Command } from "commander";
import { readInventoryFile } from "../../imports/files/inventory-file.ts";
import { applyInventory, type InventoryReport } from "../../imports/inventory/apply-inventory.ts";
import { inventoryKinds } from "../../imports/inventory/difference.ts";
import { withFlags } from "../../imports/message.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { exitCodes } from "../command/exit-code.ts";
import { withDatabase } from "../command/with-database.ts";
import { plainText } from "../output/plain-text.ts";

interface InventoryOptions {
  organization?: string;
  dryRun?: boolean;
  json?: boolean;
}

/** `dripline inventory FILE`: properties, units and meters from a CSV file or an Excel workbook. */
export function inventoryCommand(): Command {
  const command = new Command("inventory")
    .description("Bring properties, units, points and meters to what a CSV or .xlsx file says, all of it or nothing.")
    .argument("<file>", "columns: property, building, unit, bedrooms, point, serial, gateway; more are optional")
    .option("--organization <name>", "organization of the properties; default: the default one for new properties")
    .option("--dry-run", "print the difference and change nothing")
    .option("--json", "print the result as JSON")
    .action(async (path: string, options: InventoryOptions) => {
      const { rows, rejected } = await readInventoryFile(path);
      const wish = {
        organization: options.organization ?? null,
        propertyId: null,
        dryRun: options.dryRun === true || rejected.length > 0,
      };
      const report = await withDatabase((connections) => applyInventory(connections, rows, wish, commandActor()));
      report.rejected = [...rejected, ...report.rejected].sort((a, b) => a.row - b.row);
      const text = options.json === true ? asJson(report) : asText(report);
      process.stdout.write(text);
      process.exitCode = report.rejected.length > 0 ? exitCodes.rejected : exitCodes.fine;
    });
  return withExample(command, "inventory units.csv --dry-run");
}

function asText({ differences, rejected, applied }: InventoryReport): string {
  if (rejected.length > 0) {
    const sentences = rejected.map(({ reason }) => withFlags(reason));
    return `${sentences.map(plainText).join("\n")}\nNothing was changed. Correct ${rejected.length === 1 ? "this row" : "these rows"} and import the file again.\n`;
  }
  const lines: string[] = [];
  for (const { kind, name, change, details } of differences.list) {
    lines.push(`${change === "new" ? "+" : "~"} ${kind} ${name}${details.length > 0 ? `: ${details.join(", ")}` : ""}`);
  }
  for (const kind of inventoryKinds) {
    const [made, changed, same] = (["new", "changed", "unchanged"] as const).map((change) =>
      differences.count(kind, change),
    );
    lines.push(`${kind}: ${made} new, ${changed} changed, ${same} unchanged`);
  }
  if (!applied) lines.push("Dry run: nothing was changed.");
  else if (differences.list.length === 0) lines.push("Nothing changed: everything was up to date.");
  return `${lines.map(plainText).join("\n")}\n`;
}

function asJson({ differences, rejected, applied }: InventoryReport): string {
  const counts = inventoryKinds.map((kind) => ({
    kind,
    new: differences.count(kind, "new"),
    changed: differences.count(kind, "changed"),
    unchanged: differences.count(kind, "unchanged"),
  }));
  const changes = differences.list.map((one) => ({ ...one, details: one.details.map(String) }));
  const rows = rejected.map((row) => ({ ...row, reason: withFlags(row.reason) }));
  return `${JSON.stringify({ applied, counts, differences: changes, rejected: rows })}\n`;
}
