import { type ImportOption, type Message, MessageError, render } from "./message.ts";

/** The request cannot be carried out as written; the message states how to. Nothing was changed. */
export class UsageError extends MessageError {}

/** An option of an import has a wrong value, or contradicts another. */
export class InvalidOption extends UsageError {
  readonly option: ImportOption;

  constructor(option: ImportOption, text: Message) {
    super(text);
    this.option = option;
  }
}

/** The rejection of one option. @param rest the message after the option's name */
export function wrongOption(option: ImportOption, rest: Message): InvalidOption {
  return new InvalidOption(option, (spell) => `${spell(option)} ${render(rest, spell)}`);
}
