import type { Sentence } from "../problem/problem.ts";
import { type Text, text } from "../problem/text.ts";
import { MessageError } from "./message.ts";

/** A row that is rejected. The message states what is wrong and what to do. */
export class RowRejected extends MessageError {
  readonly code: string;
  /** The column that is wrong; null: the whole row, or unknown. */
  readonly column: string | null;

  constructor(code: string, reason: Sentence, column: string | null = null) {
    super(reason);
    this.code = code;
    this.column = column;
  }
}

/** A file that is rejected, from the start or from some row on. The message states what to do. */
export class FileRejected extends MessageError {
  readonly code: string;

  constructor(code: string, reason: Sentence) {
    super(reason);
    this.code = code;
  }
}

/** The rejection of a whole file before anything of it is stored. */
export function nothingStored(code: string, name: string, reason: Text): FileRejected {
  return new FileRejected(code, text`Nothing of ${name} was stored: ${reason}`);
}
