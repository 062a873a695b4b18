import type { Command } from "commander";
import type { Word } from "./words.ts";

/** Gives a command its arguments and options. */
export function takeWords(command: Command, words: readonly Word[]): void {
  for (const { flags, description, isMany, isNeeded } of words) {
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
  words: readonly Word[],
  given: readonly unknown[],
): Map<Word, string | string[]> {
  const typed = new Map<Word, string | string[]>();
  const options: Record<string, unknown> = command.opts();
  let position = 0;
  for (const one of words) {
    const key = command.options.find(({ flags }) => flags === one.flags)?.attributeName();
    const value = key === undefined ? given[position++] : options[key];
    if (value === undefined) continue;
    typed.set(one, Array.isArray(value) ? value.map(String) : String(value));
  }
  return typed;
}
