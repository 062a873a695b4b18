import { type Command, CommanderError } from "commander";
import { FileRejected } from "../imports/rejections.ts";
import { UsageError } from "../imports/usage-error.ts";
import { exitCodes } from "./command/exit-code.ts";
import { plainText } from "./output/plain-text.ts";
import { dripline } from "./program.ts";

/** Runs the command line's arguments, and sets the exit code of the process. */
export async function run(args: readonly string[]): Promise<void> {
  const program = dripline();
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!(error instanceof CommanderError))
      process.stderr.write(`${sentenceOf(error).split("\n").map(plainText).join("\n")}\n`);
  }
}

/** So that the database is closed, whatever a command ends with. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride().showHelpAfterError("Run the command with --help to see its options.");
  for (const inner of command.commands) throwInsteadOfExit(inner);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
  if (error instanceof FileRejected) return exitCodes.rejected;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof AggregateError && error.message === "" ? error.errors.map(String).join("; ") : error.message;
}
