import { Command } from "commander";
import { removeSecondFactorFor } from "../accounts/second-factor/remove-for.ts";
import { WrongUse } from "../imports/wrong-use.ts";
import { commandActor } from "./command-actor.ts";
import { withDatabase } from "./with-database.ts";

/** `dripline second-factor remove`: for whoever lost both their phone and their recovery codes. */
export function secondFactorCommand(): Command {
  const command = new Command("second-factor").description("Second factors of accounts.");
  command
    .command("remove")
    .description("Remove the second factor of somebody who lost it, and end their sessions.")
    .argument("<e-mail>", "the account's")
    .action(async (email: string) => {
      const removed = await withDatabase((connections) => removeSecondFactorFor(connections, commandActor(), email));
      if (!removed) throw new WrongUse("No account with this e-mail has a second factor.");
      process.stdout.write("Removed. They sign in with their password alone and can set up another.\n");
    });
  return command;
}
