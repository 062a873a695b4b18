import "./small-heap.ts";
import { Command, CommanderError } from "commander";
import { FileRefused } from "../imports/refusals.ts";
import { WrongUse } from "../imports/wrong-use.ts";
import { exitCodes } from "./exit-code.ts";
import { firstAdminCommand } from "./first-admin-command.ts";
import { gatewayTokenCommand } from "./gateway-token-command.ts";
import { importCommand } from "./import-command.ts";
import { inventoryCommand } from "./inventory-command.ts";
import { meterTagCommand } from "./meter-tag-command.ts";
import { occupancyCommand } from "./occupancy-command.ts";
import { propertiesCommand } from "./properties-command.ts";
import { quarantineCommand } from "./quarantine-command.ts";
import { refreshCommand } from "./refresh-command.ts";
import { refusedCommand } from "./refused-command.ts";
import { repairCommand } from "./repair-command.ts";
import { retentionCommand } from "./retention-command.ts";
import { secondFactorCommand } from "./second-factor-command.ts";
import { settingsCommand } from "./settings-command.ts";
import { singleSignOnCommand } from "./single-sign-on-command.ts";
import { uplinkMappingCommand } from "./uplink-mapping-command.ts";

const program = new Command("dripline")
  .description("Readings, inventories and keys from the command line.")
  .addHelpText("after", "\nExit codes: 0 fine, 1 rows were refused, 2 wrong use, 3 failed, 130 interrupted.")
  .configureHelp({ showGlobalOptions: true });
for (const command of [
  importCommand(),
  inventoryCommand(),
  propertiesCommand(),
  gatewayTokenCommand(),
  firstAdminCommand(),
  secondFactorCommand(),
  singleSignOnCommand(),
  refreshCommand(),
  retentionCommand(),
  quarantineCommand(),
  refusedCommand(),
  repairCommand(),
  occupancyCommand(),
  settingsCommand(),
  meterTagCommand(),
  uplinkMappingCommand(),
]) {
  program.addCommand(command);
}
throwInsteadOfExit(program);
letReaderGo();

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
  if (!(error instanceof CommanderError)) process.stderr.write(`${sentenceOf(error)}\n`);
}

/** So that the database is closed, whatever a command ends with. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride().showHelpAfterError("With --help, this command says what it takes.");
  for (const inner of command.commands) throwInsteadOfExit(inner);
}

/** A reader that has seen enough, as `head`, is no fault: the command ends as it would have, database closed and all. */
function letReaderGo(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.wrongUse;
  if (error instanceof FileRefused) return exitCodes.refused;
  return error instanceof WrongUse ? exitCodes.wrongUse : exitCodes.failed;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof AggregateError && error.message === "" ? error.errors.map(String).join("; ") : error.message;
}
