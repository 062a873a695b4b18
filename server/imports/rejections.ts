import { type Message, MessageError, render, type Spelling } from "./message.ts";

/** A row that is rejected. The message states what is wrong and what to do. */
export class RowRejected extends MessageError {
  readonly code: string;
  /** The column that is wrong; null: the whole row, or unknown. */
  readonly column: string | null;

  constructor(code: string, reason: Message, column: string | null = null) {
    super(reason);
    this.code = code;
    this.column = column;
  }
}

/** A file that is rejected, from the start or from some row on. The message states what to do. */
export class FileRejected extends MessageError {
  readonly code: string;

  constructor(code: string, reason: Message) {
    super(reason);
    this.code = code;
  }
}

/** The rejection of a whole file before anything of it is stored. */
export function nothingStored(code: string, name: string, reason: Message): FileRejected {
  return new FileRejected(code, (spell) => `Nothing of ${name} was stored: ${render(reason, spell)}`);
}

/** A rejected row of a file, as it is kept and reported. */
export interface RejectedRow<Reason extends Message = string> {
  /** Line in the file, from 1. */
  row: number;
  raw: string;
  code: string;
  reason: Reason;
}

export function renderRow(row: RejectedRow<Message>, spell: Spelling): RejectedRow {
  return { ...row, reason: render(row.reason, spell) };
}
