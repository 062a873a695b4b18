import type { Sentence } from "../problem/problem.ts";
import { type Text, text } from "../problem/text.ts";
import { type ImportOption, MessageError, option } from "./message.ts";

/** The request cannot be carried out as written; the message states how to. Nothing was changed. */
export class UsageError extends MessageError {}

/** An option of an import has a wrong value, or contradicts another. */
export class InvalidOption extends UsageError {
  readonly option: ImportOption;

  constructor(name: ImportOption, sentence: Sentence) {
    super(sentence);
    this.option = name;
  }
}

/** The rejection of one option. @param rest the message after the option's name */
export function wrongOption(name: ImportOption, rest: Text): InvalidOption {
  return new InvalidOption(name, text`${option(name)} ${rest}`);
}
