import type { ImportOptions } from "../../contract/readings/imports.ts";

/** An option of an import, by the name of its field in a call. */
export type ImportOption = keyof ImportOptions;

/** How a reader writes an option. */
export type Spelling = (option: ImportOption) => string;

/** A text for people. One that names options does so in its reader's spelling. */
export type Message = string | ((spell: Spelling) => string);

/** In a call: `date_format`. */
export const asField: Spelling = (option) => option;

/** On the command line: `--date-format`. */
export const asFlag: Spelling = (option) => `--${option.replaceAll("_", "-")}`;

export function render(message: Message, spell: Spelling): string {
  return typeof message === "string" ? message : message(spell);
}

/** An error with a message for people, in `message` as the command line spells it. */
export class MessageError extends Error {
  readonly text: Message;

  constructor(text: Message) {
    super(render(text, asFlag));
    this.text = text;
  }
}
