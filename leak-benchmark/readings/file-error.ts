/** Something in a file that has to be corrected first; the message says what, and where. */
export class FileError extends Error {}
