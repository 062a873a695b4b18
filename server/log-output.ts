import { closeSync, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import sonicBoom, { type SonicBoomOpts } from "sonic-boom";

/** What is kept while nothing can be written: some thousand lines. */
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 1000;
/** A log file of this size is renamed, and a new one begun. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Where the log and the sentences for whoever started the server are written. Never blocks and never throws. */
export interface LogOutput {
  write(lines: string): void;
  /** Resolves when everything is written, or after `timeoutMs`. */
  flush(timeoutMs: number): Promise<void>;
}

/**
 * Writes to a file descriptor. While a disk is full, or nobody reads a pipe, lines wait up to a limit; those beyond it are
 * dropped, and their count is logged as soon as writing works again.
 *
 * pino gets only `write`: its own destination writes what is left synchronously after a fatal error and at exit, and
 * retries that without end where the disk is full.
 */
export function openLogOutput(fd: number): LogOutput {
  return outputOf(openStream({ fd }));
}

/**
 * Writes to a file in the same way. Once it has `maxBytes` it replaces `<path>.1` and a new one is begun, so that a log
 * takes about twice as much at most.
 * @throws Error when the file cannot be opened
 */
export function openLogFile(path: string, maxBytes = MAX_FILE_BYTES): LogOutput {
  // Only its own folder is closed to others: started by root, Postgres enters the one above as another user.
  mkdirSync(dirname(dirname(path)), { recursive: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // The stream opens it later and by itself: here it is seen whether that will work.
  closeSync(openSync(path, "a", 0o600));
  let size = statSync(path).size;
  const stream = openStream({ dest: path });
  stream.on("write", (bytes: number) => {
    size += bytes;
    if (size < maxBytes) return;
    size = 0;
    try {
      renameSync(path, `${path}.1`);
      stream.reopen();
    } catch {
      // Somebody moved the file away, or may not write to the folder any more: the log goes on in the open one.
    }
  });
  return outputOf(stream);
}

function openStream(to: SonicBoomOpts) {
  // minLength above 0 makes flush() write; lines still go out at once.
  return new sonicBoom.SonicBoom({ ...to, sync: false, minLength: 1, maxLength: MAX_WAITING_BYTES, mode: 0o600 });
}

function outputOf(output: ReturnType<typeof openStream>): LogOutput {
  let droppedLines = 0;
  let isRetrying = false;
  let isIdle = true;
  output.on("drop", () => {
    droppedLines++;
  });
  output.on("error", () => {
    if (isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      output.flush();
    }, RETRY_MS).unref();
  });
  output.on("drain", () => {
    isIdle = true;
    if (droppedLines === 0) return;
    const msg = "Log lines were dropped: the log's disk was full, or nobody read it";
    const line = { level: 50, time: Date.now(), pid: process.pid, droppedLines, msg };
    droppedLines = 0;
    write(`${JSON.stringify(line)}\n`);
  });
  function write(lines: string) {
    isIdle = false;
    output.write(lines);
  }
  return {
    write,
    flush: async (timeoutMs) => {
      if (isIdle) return;
      await new Promise<void>((done) => {
        output.once("drain", done);
        setTimeout(done, timeoutMs);
      });
    },
  };
}
