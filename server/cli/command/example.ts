import type { Command } from "commander";

const examples = new WeakMap<Command, string>();

/** Adds an example below a command's help. @param args after `npm run dripline --` */
export function withExample(command: Command, args: string): Command {
  examples.set(command, args);
  return command.addHelpText("after", `\nExample:\n  npm run dripline -- ${args}`);
}

/** The arguments of a command's example; null without one. */
export function exampleOf(command: Command): string | null {
  return examples.get(command) ?? null;
}
