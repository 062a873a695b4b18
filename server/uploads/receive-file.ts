import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** A file in the upload folder, synced to disk. */
export interface ReceivedFile {
  /** Its name there. */
  file: string;
  bytes: number;
}

/**
 * Writes a body into the upload folder as it comes. Whatever goes wrong, no file stays behind.
 * @param announced the size in bytes that the sender announced; null: none
 * @throws ProblemError `too_large` beyond the limit, `invalid_request` for an empty body, `unavailable` when the disk is full
 */
export async function receiveFile(
  folder: UploadFolder,
  body: Readable,
  announced: number | null,
): Promise<ReceivedFile> {
  if (announced !== null && announced > folder.mostBytes) throw tooLarge(folder);
  const file = randomUUID();
  const path = join(folder.path, file);
  const handle = await open(path, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > folder.mostBytes) throw tooLarge(folder);
      await handle.writeFile(piece);
    }
    if (bytes === 0) throw emptyBody();
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw isFull(error) ? diskFull() : error;
  }
  await handle.close();
  return { file, bytes };
}

function tooLarge({ mostBytes }: UploadFolder): ProblemError {
  const most = text`${(mostBytes / 1_000_000).toLocaleString("en-US")} MB`;
  return new ProblemError(
    "too_large",
    text`A file may have ${most} (UPLOAD_LIMIT_MB). Compress it with gzip, split it, or import it with the command line.`,
  );
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

function diskFull(): ProblemError {
  return new ProblemError("unavailable", text`The server's disk is full, so nothing was stored. Try again later.`);
}

function emptyBody(): ProblemError {
  const sentence = text`The body is empty. Send the file as the body.`;
  return new ProblemError("invalid_request", sentence, { body: [sentence] });
}
