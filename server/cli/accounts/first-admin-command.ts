import { Command } from "commander";
import { openFirstAdmin } from "../../accounts/first-admin.ts";
import { systemClock } from "../../time/clock.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";
import { printJson } from "../output/print-json.ts";

/** `dripline first-admin`: the one-time link to create the first administrator. */
export function firstAdminCommand(): Command {
  const command = new Command("first-admin")
    .description("Print a fresh one-time link to create the first administrator; earlier links end.")
    .option("--json", "print the link as JSON, null where there are users already")
    .action(async (options: { json?: true }) => {
      const link = await withDatabase(async (connections, config) => {
        const token = await openFirstAdmin(connections, systemClock, commandActor().email);
        if (token === null) return null;
        const base = config.baseUrl ?? `http://localhost:${config.port}`;
        return new URL(`/first-admin?token=${token}`, base).href;
      });
      if (options.json === true) return printJson({ link });
      if (link === null) {
        process.stdout.write("There are users already. An administrator can add more.\n");
        return;
      }
      process.stdout.write(`${link}\n`);
      process.stderr.write(
        "This link works once and ends after 24 hours. Run first-admin again for a new one, which ends this one.\n",
      );
    });
  return withExample(command, "first-admin");
}
