import { Command } from "commander";
import { UsageError } from "../../imports/usage-error.ts";
import { foreseeRetention, type RetentionReport, runRetention } from "../../retention/run-retention.ts";
import { systemClock } from "../../time/clock.ts";
import { dayText } from "../../time/local-day.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";

interface RetentionOptions {
  dryRun?: boolean;
  json?: boolean;
}

/** `dripline retention run`: what the server does once a day. */
export function retentionCommand(): Command {
  const command = new Command("retention").description("Archives, and drops, readings older than they are to be kept.");
  const run = command
    .command("run")
    .description("Archive and drop now what RETAIN_HOURS_MONTHS and RETAIN_DAYS_MONTHS say.")
    .option("--dry-run", "say what would go, and change nothing")
    .option("--json", "print the result as JSON")
    .action(async (options: RetentionOptions) => {
      const report = await withDatabase((connections, { retention, archiveDir }) => {
        if (retention.hoursMonths === null && retention.daysMonths === null) {
          throw new UsageError(
            "Nothing is dropped: set RETAIN_HOURS_MONTHS (3 or more), RETAIN_DAYS_MONTHS (6), or both.",
          );
        }
        return options.dryRun === true
          ? foreseeRetention(connections, systemClock, retention)
          : runRetention(connections, systemClock, retention, archiveDir, { by: commandActor().email });
      });
      if (report === null) throw new Error("Another server is archiving at this moment. Try again later.");
      process.stdout.write(options.json === true ? asJson(report) : asText(report, options.dryRun === true));
    });
  withExample(run, "retention run --dry-run");
  return command;
}

function asText({ hours, days, limits }: RetentionReport, dryRun: boolean): string {
  const lines = [`Hours are kept from ${limits.hoursFrom === null ? "the beginning" : dayText(limits.hoursFrom)} on.`];
  for (const { propertyId, month, days: count, files } of hours) {
    lines.push(
      `${month}  property ${propertyId}: hours of ${count.toLocaleString("en-US")} days ${dryRun ? "would go" : "went"}`,
    );
    for (const { file, rows, bytes } of files) {
      lines.push(`    ${file}  ${rows.toLocaleString("en-US")} rows, ${bytes.toLocaleString("en-US")} bytes`);
    }
  }
  for (const month of days) lines.push(`${month}  days of meters and units ${dryRun ? "would go" : "went"}`);
  if (hours.length + days.length === 0) lines.push("Nothing is old enough to be dropped.");
  if (dryRun) lines.push("Dry run: nothing was changed.");
  return `${lines.join("\n")}\n`;
}

function asJson({ hours, days, limits }: RetentionReport): string {
  return `${JSON.stringify({
    hours_from: limits.hoursFrom === null ? null : dayText(limits.hoursFrom),
    hours: hours.map(({ propertyId, month, days: count, files }) => ({
      property_id: propertyId,
      month,
      days: count,
      files,
    })),
    days_dropped: days,
  })}\n`;
}
