import type { Command } from "commander";
import type { CommandArg } from "./arguments.ts";

/** Gives a command its arguments and options. */
export function addArgs(command: Command, args: readonly CommandArg[]): void {
  for (const { flags, description, isMany, isNeeded } of args) {
    const take = (value: string, before: string[] = []) => [...before, value];
    if (!flags.startsWith("-")) command.argument(flags, description);
    else if (isMany) command.option(flags, description, take);
    else if (isNeeded) command.requiredOption(flags, description);
    else command.option(flags, description);
  }
}

/**
 * The value given for each argument; flags without a value are true.
 * @param given the arguments, as the command's action gets them
 */
export function typedOf(
  command: Command,
  args: readonly CommandArg[],
  given: readonly unknown[],
): Map<CommandArg, string | string[]> {
  const typed = new Map<CommandArg, string | string[]>();
  const options: Record<string, unknown> = command.opts();
  let position = 0;
  for (const one of args) {
    const key = command.options.find(({ flags }) => flags === one.flags)?.attributeName();
    const value = key === undefined ? given[position++] : options[key];
    if (value === undefined) continue;
    typed.set(one, Array.isArray(value) ? value.map(String) : String(value));
  }
  return typed;
}
