import { Command } from "commander";
import type { ChainReport, KeptHead } from "../../audit/verify-audit-log.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { withExample } from "../command/example.ts";
import { exitCodes } from "../command/exit-code.ts";
import { withDatabase } from "../command/with-database.ts";
import { printJson } from "../output/print-json.ts";
import { type Columns, minute, table } from "../output/table.ts";

const columns: Columns<ChainReport> = {
  organization: ({ organizationId }) => organizationId ?? "none",
  rows: ({ rows }) => rows,
  from: ({ from }) => minute(from),
  until: ({ until }) => minute(until),
  "not sealed yet": ({ waiting }) => waiting,
  head: (chain) => `${chain.organizationId ?? 0}:${chain.rows}:${chain.head}`,
  result: ({ broken }) => broken ?? "unchanged",
};

/** `dripline audit-log verify`: whether rows were changed, deleted or inserted past the server. */
export function auditLogCommand(): Command {
  const command = new Command("verify")
    .description("Verify the hash chains of the audit log: print their heads, and the first row that was changed.")
    .option(
      "--head <head...>",
      "heads that an earlier run printed, such as 3:120:5f0c…; a chain that was cut off or rewritten no longer holds them",
    )
    .option("--json", "print the result as JSON")
    .action(async ({ head = [], json }: { head?: string[]; json?: true }) => {
      const kept = head.map(keptHead);
      const { verifyAuditLog } = await import("../../audit/verify-audit-log.ts");
      const reports = await withDatabase((connections) => verifyAuditLog(connections, kept));
      if (json === true) printJson(reports);
      else process.stdout.write(reports.length === 0 ? "The audit log is empty.\n" : table(columns, reports));
      if (reports.some(({ broken }) => broken !== null)) process.exitCode = exitCodes.rejected;
    });
  return new Command("audit-log")
    .alias("audit")
    .description("Who did what.")
    .addCommand(withExample(command, "audit-log verify --json"));
}

function keptHead(text: string): KeptHead {
  const [, organization, rows, head] = /^(\d{1,15}):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (organization === undefined || rows === undefined || head === undefined) {
    throw new UsageError(`${text} is not a head. Copy one as this command prints it, such as 3:120: and 64 digits.`);
  }
  return { organizationId: Number(organization) === 0 ? null : Number(organization), rows: Number(rows), head };
}
