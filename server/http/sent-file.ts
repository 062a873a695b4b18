/** The address of the call whose body is a file that is read at once. */
export const LIST_PATH = "/v1/admin/staff/inventory/import";

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
