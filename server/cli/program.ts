import { Command } from "commander";
import { apiKeysCommand } from "./api-keys-command.ts";
import { firstAdminCommand } from "./first-admin-command.ts";
import { gatewayTokenCommand } from "./gateway-token-command.ts";
import { importCommand } from "./import-command.ts";
import { importsCommand } from "./imports-command.ts";
import { inventoryCommand } from "./inventory-command.ts";
import { mailsCommand } from "./mails-command.ts";
import { gatewaysCommand, metersCommand } from "./meter-commands.ts";
import { meterTagCommand } from "./meter-tag-command.ts";
import { occupancyCommand } from "./occupancy-command.ts";
import { organizationsCommand } from "./organizations-command.ts";
import { buildingsCommand, pointsCommand, unitsCommand } from "./place-commands.ts";
import { pricesCommand } from "./prices-command.ts";
import { propertiesCommand } from "./properties-command.ts";
import { quarantineCommand } from "./quarantine-command.ts";
import { alertsCommand, auditLogCommand } from "./record-commands.ts";
import { refreshCommand } from "./refresh-command.ts";
import { refusedCommand } from "./refused-command.ts";
import { repairCommand } from "./repair-command.ts";
import { retentionCommand } from "./retention-command.ts";
import { secondFactorCommand } from "./second-factor-command.ts";
import { sessionsCommand } from "./sessions-command.ts";
import { settingsCommand } from "./settings-command.ts";
import { singleSignOnCommand } from "./single-sign-on-command.ts";
import { uplinkMappingCommand } from "./uplink-mapping-command.ts";
import { usersCommand } from "./users-command.ts";

/** The commands under the heads of help, in its order. */
const groups: Record<string, () => Command[]> = {
  "Readings:": () => [
    importCommand(),
    importsCommand(),
    refusedCommand(),
    quarantineCommand(),
    repairCommand(),
    refreshCommand(),
    retentionCommand(),
  ],
  "Places and devices:": () => [
    inventoryCommand(),
    organizationsCommand(),
    propertiesCommand(),
    buildingsCommand(),
    unitsCommand(),
    pointsCommand(),
    metersCommand(),
    gatewaysCommand(),
    gatewayTokenCommand(),
    uplinkMappingCommand(),
    occupancyCommand(),
  ],
  "Rules and prices:": () => [settingsCommand(), meterTagCommand(), pricesCommand()],
  "Accounts and keys:": () => [
    usersCommand(),
    sessionsCommand(),
    firstAdminCommand(),
    secondFactorCommand(),
    singleSignOnCommand(),
    apiKeysCommand(),
    mailsCommand(),
  ],
  "What happened:": () => [alertsCommand(), auditLogCommand()],
};

/** The whole command line; nothing runs before it is parsed. */
export function dripline(): Command {
  const program = new Command("dripline")
    .description("What administrators do, from the command line of whoever runs the installation.")
    .addHelpText(
      "after",
      "\nEach command says with --help what it takes, with an example.\nExit codes: 0 fine, 1 rows were refused or the audit log was changed, 2 wrong use, 3 failed, 130 interrupted.",
    )
    .configureHelp({ showGlobalOptions: true });
  for (const [head, commands] of Object.entries(groups)) {
    program.commandsGroup(head);
    for (const command of commands()) program.addCommand(command);
  }
  return program;
}
