/** A row that cannot be taken. The message is a sentence that says what is wrong and what to do. */
export class RowRefused extends Error {
  readonly code: string;
  /** The column that it is about; null: the whole row, or nobody says. */
  readonly column: string | null;

  constructor(code: string, reason: string, column: string | null = null) {
    super(reason);
    this.code = code;
    this.column = column;
  }
}

/** A file that cannot be taken at all, or not any further. The message says what to do. */
export class FileRefused extends Error {
  readonly code: string;

  constructor(code: string, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** A refused row of a file, as it is kept and reported. */
export interface RefusedRow {
  /** Line in the file, from 1. */
  row: number;
  raw: string;
  code: string;
  reason: string;
}
