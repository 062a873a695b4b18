import type { ImportOptions } from "../../contract/readings/imports.ts";
import type { Sentence } from "../problem/problem.ts";
import type { Option } from "../problem/text.ts";

/** An option of an import, by the name of its field in a call. */
export type ImportOption = keyof ImportOptions;

/** An option in a sentence. */
export function option(name: ImportOption): Option {
  return { option: name };
}

/** A sentence as the command line writes it: in English, its options as flags such as `--date-format`. */
export function withFlags(sentence: Sentence): string {
  if (typeof sentence === "string") return sentence;
  return sentence.toString((name) => `--${name.replaceAll("_", "-")}`);
}

/** An error with a sentence for people, in `message` as the command line writes it. */
export class MessageError extends Error {
  readonly text: Sentence;

  constructor(sentence: Sentence) {
    super(withFlags(sentence));
    this.text = sentence;
  }
}
