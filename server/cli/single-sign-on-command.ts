import { Command } from "commander";
import { removeSingleSignOnFor } from "../accounts/single-sign-on/remove-for.ts";
import { WrongUse } from "../imports/wrong-use.ts";
import { commandActor } from "./command-actor.ts";
import { withDatabase } from "./with-database.ts";

/** `dripline single-sign-on remove`: for whoever is somebody else at the provider than they were. */
export function singleSignOnCommand(): Command {
  const command = new Command("single-sign-on").description("Who accounts are at the provider of single sign-on.");
  command
    .command("remove")
    .description("Forget who somebody is at the provider, and end their sessions.")
    .argument("<e-mail>", "the account's")
    .action(async (email: string) => {
      const removed = await withDatabase((connections) => removeSingleSignOnFor(connections, commandActor(), email));
      if (!removed) throw new WrongUse("Nobody with this e-mail has signed in at a provider.");
      process.stdout.write("Removed. Who signs in at the provider next with this e-mail gets the account.\n");
    });
  return command;
}
