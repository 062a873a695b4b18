import { Command } from "commander";
import { removeSingleSignOnFor } from "../../accounts/single-sign-on/remove-for.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";
import { named } from "../names/named.ts";
import { printJson } from "../output/print-json.ts";

/** `dripline single-sign-on remove`: for users whose account at the provider has changed. */
export function singleSignOnCommand(): Command {
  const command = new Command("single-sign-on").description("Who accounts are at the provider of single sign-on.");
  const remove = command
    .command("remove")
    .description("Forget who somebody is at the provider, and end their sessions.")
    .argument("<e-mail>", "the account's")
    .option("--json", "print the result as JSON")
    .action(async (email: string, options: { json?: true }) => {
      const removed = await withDatabase(async (connections) => {
        const { name } = await named(connections, "user", email);
        return removeSingleSignOnFor(connections, commandActor(), name);
      });
      if (!removed) throw new UsageError("Nobody with this e-mail has signed in at a provider.");
      if (options.json === true) printJson({ removed: true });
      else
        process.stdout.write("Removed. The next user who signs in at the provider with this email gets the account.\n");
    });
  withExample(remove, "single-sign-on remove ann@example.com");
  return command;
}
