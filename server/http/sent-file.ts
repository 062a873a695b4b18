import type { Readable } from "node:stream";
import { ProblemError } from "../problem.ts";

/** The address of the call whose body is a file that is read at once. */
export const LIST_PATH = "/v1/admin/staff/inventory/import";

const MOST_BYTES = 4 * 1024 * 1024;

/** A file that came as a body, whole. */
export class SentFile {
  /** Out of sight of whoever walks a body as if it were JSON. */
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }
}

/** Reads a body whole. @throws ProblemError too_large, before anything is read where the sender says how much it is */
export async function receiveWhole(body: Readable, announced: string | undefined): Promise<SentFile> {
  if (announced !== undefined && Number(announced) > MOST_BYTES) throw tooLarge();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    const read = Buffer.from(piece);
    bytes += read.length;
    if (bytes > MOST_BYTES) throw tooLarge();
    pieces.push(read);
  }
  return new SentFile(Buffer.concat(pieces));
}

function tooLarge(): ProblemError {
  return new ProblemError(
    "too_large",
    "A list may have 4 MiB. Leave only the columns that are needed, split it, or import it with the command line.",
  );
}
