import type { Command } from "commander";

/** A command with an action, and its full name: `users create-staff`. */
export interface Leaf {
  fullName: string;
  command: Command;
  /** Its heading in the help. */
  group: string;
}

/** All commands that do something, in help's order. */
export function leafCommands(program: Command): Leaf[] {
  return program.commands.flatMap((one) => leavesOf(one, one.name(), one.helpGroup()));
}

function leavesOf(command: Command, fullName: string, group: string): Leaf[] {
  if (command.commands.length === 0) return [{ fullName, command, group }];
  return command.commands.flatMap((one) => leavesOf(one, `${fullName} ${one.name()}`, group));
}
