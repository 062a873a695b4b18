/** The paths of calls whose body is a file that is read into memory. */
export const LIST_PATH = "/v1/admin/staff/inventory/import";
export const PHOTO_PATHS: readonly string[] = ["/v1/cases/:id/photos", "/v1/vendor-link/photos"];

/** An uploaded file, complete. */
export class SentFile {
  /** Private, so that code that walks JSON bodies skips it. */
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }
}
