import { pipeline } from "node:stream/promises";
import { Command } from "commander";
import type { AlertRow } from "../../contract/alerts.ts";
import type { AuditRow } from "../../contract/audit.ts";
import { type CommandArg, idOf, only, partsOf, several } from "./arguments.ts";
import { callCommand } from "./call-command.ts";
import { withExample } from "./example.ts";
import { addArgs, typedOf } from "./parse-arguments.ts";
import { type Columns, minute } from "./table.ts";
import { verifyAuditCommand } from "./verify-audit-command.ts";
import { withDatabase } from "./with-database.ts";
import { writtenFile } from "./written-file.ts";

/** Rows of a record that a list shows by default. */
const MOST = 50;

const filters: readonly CommandArg[] = [
  only("--actor <text>", "actor", "part of the e-mail or the name of who did it; in double quotes the whole e-mail"),
  only("--action <action>", "action", "such as user.create, or user.* for all that begin so"),
  only("--object-type <type>", "object_type", "what it was done to, such as user or property"),
  only("--organization <name or id>", "organization_id", "what happened in it", idOf("organization")),
  only("--from <instant>", "from", "from it on, as 2026-05-01T00:00:00Z"),
  only("--until <instant>", "until", "before it"),
];

const auditColumns: Columns<AuditRow> = {
  at: (row) => minute(row.at),
  who: (row) => row.actor,
  action: (row) => row.action,
  what: (row) => `${row.object_type} ${row.object_id}`.trim(),
  organization: (row) => row.organization_id,
  property: (row) => row.property_id,
};

const alertColumns: Columns<AlertRow> = {
  id: (row) => row.id,
  opened: (row) => minute(row.opened_at),
  closed: (row) => minute(row.closed_at),
  kind: (row) => row.kind,
  property: (row) => row.property_name,
  what: (row) => row.title,
};

/** `dripline audit-log list | csv | verify`: who did what. */
export function auditLogCommand(): Command {
  const command = new Command("audit-log")
    .alias("audit")
    .description("Who did what: changes, sign-ins, refused writes.");
  command.addCommand(
    callCommand({
      name: "list",
      description: "What is on record, newest first.",
      example: 'audit-log list --action "user.*" --limit 200',
      call: "GET /v1/admin/audit-log",
      args: filters,
      columns: auditColumns,
      most: MOST,
      none: "No entries match.",
    }),
  );
  const csv = new Command("csv").description("All that the filters match, newest first, as a CSV file.");
  addArgs(csv, filters);
  csv.option("--file <file>", "where to write it; left out: to the standard output");
  csv.action((options: { file?: string }) => writeCsv(typedOf(csv, filters, []), options.file));
  command.addCommand(withExample(csv, "audit-log csv --from 2026-05-01T00:00:00Z --file may.csv"));
  return command.addCommand(verifyAuditCommand());
}

async function writeCsv(typed: ReturnType<typeof typedOf>, file: string | undefined): Promise<void> {
  await withDatabase(async (connections, config) => {
    const { askCalls } = await import("./call-api.ts");
    const parts = await partsOf(connections, filters, typed);
    const rows = await askCalls(connections, config).file("GET /v1/admin/audit-log.csv", parts);
    if (file !== undefined) return pipeline(rows, writtenFile(file, "--file"));
    await pipeline(rows, process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
      // A reader that has seen enough, as `head`, is no fault.
      if (error.code !== "EPIPE") throw error;
    });
  });
}

/** `dripline alerts list`: the alerts of the properties. */
export function alertsCommand(): Command {
  return new Command("alerts")
    .description("What a person should know of: leaks, silent devices, odd readings.")
    .addCommand(
      callCommand({
        name: "list",
        description: "Alerts, the newest first; closed when the cause is gone.",
        example: 'alerts list --property "Elm Street" --state open',
        call: "GET /v1/alerts",
        args: [
          several(only("--organization <name or id>", "organization_id", "of its properties", idOf("organization"))),
          several(only("--property <name or id>", "property_id", "of this property", idOf("property"))),
          only("--state <state>", "state", "open or closed; left out: both"),
          several(only("--kind <kind>", "kind", 'such as "leak opened" or "device down"')),
          only("--since <instant>", "since", "opened or closed from it on, as 2026-05-01T00:00:00Z"),
        ],
        columns: alertColumns,
        most: MOST,
        none: "No alerts match.",
      }),
    );
}
