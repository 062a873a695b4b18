import { Command } from "commander";
import { listMails, type QueuedMail, retryMails } from "../../accounts/mails/mail-list.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";
import { printJson } from "../output/print-json.ts";
import { type Columns, minute, table } from "../output/table.ts";

/** `dripline mails list | retry`: mails that were not delivered yet. */
export function mailsCommand(): Command {
  const command = new Command("mails").description("Mails that wait to be delivered, and those that failed.");
  const list = command
    .command("list")
    .description("Mails that wait, and those of the last 30 days that failed because their link expired first.")
    .option("--json", "print the list as JSON")
    .action(printMails);
  withExample(list, "mails list");
  const retry = command
    .command("retry")
    .description("Have the server try all waiting mails again now, such as after a change of its mail settings.")
    .option("--json", "print the number of mails as JSON")
    .action(retryNow);
  withExample(retry, "mails retry");
  return command;
}

const columns: Columns<QueuedMail> = {
  to: (mail) => mail.email,
  mail: (mail) => mail.purpose,
  state: (mail) => mail.state,
  queued: (mail) => minute(mail.created_at.toISOString()),
  attempts: (mail) => mail.attempts,
  "next attempt": (mail) => (mail.state === "failed" ? null : minute(mail.next_attempt_at.toISOString())),
  "link expires": (mail) => minute(mail.expires_at.toISOString()),
  reason: (mail) => mail.error,
};

async function printMails(options: { json?: true }): Promise<void> {
  const mails = await withDatabase(listMails);
  if (options.json === true) printJson(mails);
  else if (mails.length === 0) process.stdout.write("No mail waits, and none failed in the last 30 days.\n");
  else process.stdout.write(table(columns, mails));
}

async function retryNow(options: { json?: true }): Promise<void> {
  const count = await withDatabase((connections) => retryMails(connections, commandActor()));
  if (options.json === true) printJson({ waiting: count });
  else process.stdout.write(`${count === 1 ? "1 mail is" : `${count} mails are`} retried now by the server.\n`);
}
