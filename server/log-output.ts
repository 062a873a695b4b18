import sonicBoom from "sonic-boom";

/** What is kept while nothing can be written: some thousand lines. */
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 1000;

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
  // minLength above 0 makes flush() write; lines still go out at once.
  const output = new sonicBoom.SonicBoom({ fd, sync: false, minLength: 1, maxLength: MAX_WAITING_BYTES });
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
