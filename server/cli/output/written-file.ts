import { createWriteStream, openSync, type WriteStream } from "node:fs";
import { UsageError } from "../../imports/usage-error.ts";

/**
 * Truncates or creates a file.
 * @param option by which it was named, for the sentence
 * @throws UsageError when it cannot be written
 */
export function writtenFile(path: string, option: string): WriteStream {
  try {
    return createWriteStream(path, { fd: openSync(path, "w") });
  } catch {
    throw new UsageError(`${option} ${path} cannot be written. Name a file in an existing, writable folder.`);
  }
}
