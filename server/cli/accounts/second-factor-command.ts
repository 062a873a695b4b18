import { Command } from "commander";
import { removeSecondFactorFor } from "../../accounts/second-factor/remove-for.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";
import { named } from "../names/named.ts";
import { printJson } from "../output/print-json.ts";

/** `dripline second-factor remove`: for whoever lost both their phone and their recovery codes. */
export function secondFactorCommand(): Command {
  const command = new Command("second-factor").description("Second factors of accounts.");
  const remove = command
    .command("remove")
    .description("Remove the second factor of somebody who lost it, and end their sessions.")
    .argument("<e-mail>", "the account's")
    .option("--json", "print the result as JSON")
    .action(async (email: string, options: { json?: true }) => {
      const removed = await withDatabase(async (connections) => {
        const { name } = await named(connections, "user", email);
        return removeSecondFactorFor(connections, commandActor(), name);
      });
      if (!removed) throw new UsageError("No account with this e-mail has a second factor.");
      if (options.json === true) printJson({ removed: true });
      else process.stdout.write("Removed. They sign in with their password alone and can set up another.\n");
    });
  withExample(remove, "second-factor remove ann@example.com");
  return command;
}
