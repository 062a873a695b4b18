import { Command } from "commander";
import { firstAdminCommand } from "./accounts/first-admin-command.ts";
import { mailsCommand } from "./accounts/mails-command.ts";
import { secondFactorCommand } from "./accounts/second-factor-command.ts";
import { sessionsCommand } from "./accounts/sessions-command.ts";
import { singleSignOnCommand } from "./accounts/single-sign-on-command.ts";
import { auditLogCommand } from "./accounts/verify-audit-command.ts";
import { callCommand } from "./call/call-command.ts";
import { callsCommand } from "./call/calls-command.ts";
import { packCommand } from "./figures/pack-command.ts";
import { refreshCommand } from "./figures/refresh-command.ts";
import { retentionCommand } from "./figures/retention-command.ts";
import { settingsCommand } from "./figures/settings-command.ts";
import { importCommand } from "./files/import-command.ts";
import { inventoryCommand } from "./files/inventory-command.ts";
import { occupancyCommand } from "./files/occupancy-command.ts";
import { uplinkMappingCommand } from "./files/uplink-mapping-command.ts";

/** The commands under the heads of help, in its order. */
const groups: Record<string, () => Command[]> = {
  "Whatever the screens do:": () => [callCommand(), callsCommand()],
  "Files:": () => [importCommand(), inventoryCommand(), occupancyCommand(), uplinkMappingCommand()],
  "Figures:": () => [settingsCommand(), refreshCommand(), retentionCommand(), packCommand()],
  "Accounts and the audit log:": () => [
    firstAdminCommand(),
    sessionsCommand(),
    secondFactorCommand(),
    singleSignOnCommand(),
    mailsCommand(),
    auditLogCommand(),
  ],
};

/** The whole command line; nothing runs before it is parsed. */
export function dripline(): Command {
  const program = new Command("dripline")
    .description("What administrators do, from the command line of whoever runs the installation.")
    .addHelpText(
      "after",
      "\nEach command says with --help what it takes, with an example.\nExit codes: 0 fine, 1 rows were rejected or the audit log was changed, 2 wrong use, 3 failed, 130 interrupted.",
    )
    .configureHelp({ showGlobalOptions: true });
  for (const [head, commands] of Object.entries(groups)) {
    program.commandsGroup(head);
    for (const command of commands()) program.addCommand(command);
  }
  return program;
}
