import { pipeline, type Readable, Transform } from "node:stream";
import { ProblemError } from "../../problem/problem.ts";

/** A sender that writes row by row stays below this; one that writes byte by byte costs a buffer for each. */
const MAX_CHUNKS_PER_SECOND = 10_000;
const FIRST_BYTES = 16 * 1024;
/** Bytes or chunks after which a piece of a body is passed on. */
const PIECE_BYTES = 64 * 1024;
const PIECE_CHUNKS = 1000;

/**
 * Reads a body into one buffer, which grows with what has arrived and never beyond the limit, however many chunks it
 * comes in.
 * @param body the request, in the order of its bytes
 * @param limit bytes that it may have
 * @param announced the Content-Length, where there is one: a larger one is rejected before anything is read
 * @throws ProblemError `too_large`, `invalid_request` for too many chunks or a body that was broken off
 */
export function receiveBody(
  body: NodeJS.ReadableStream,
  limit: number,
  announced: string | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (announced !== undefined && Number(announced) > limit) return reject(tooLarge(limit));
    // The stream was closed already and will not emit any event.
    if ("destroyed" in body && body.destroyed) return reject(brokenOff());
    let whole = Buffer.allocUnsafe(Math.min(FIRST_BYTES, limit));
    let bytes = 0;
    const countChunk = chunkCounter();
    const onData = (chunk: Buffer) => {
      const length = bytes + chunk.length;
      if (length > limit) return end(tooLarge(limit));
      const problem = countChunk();
      if (problem !== null) return end(problem);
      if (length > whole.length) {
        const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(length, whole.length * 2)));
        whole.copy(larger, 0, 0, bytes);
        whole = larger;
      }
      chunk.copy(whole, bytes);
      bytes = length;
    };
    const onEnd = () => end(null);
    const onError = () => end(brokenOff());
    const end = (problem: ProblemError | null) => {
      body.off("data", onData).off("end", onEnd).off("error", onError).off("close", onError);
      // The rest is read and discarded until the response closes the connection; an error in it is not reported.
      body.on("error", () => {});
      if (problem === null) resolve(whole.subarray(0, bytes));
      else reject(problem);
    };
    body.on("data", onData).once("end", onEnd).once("error", onError).once("close", onError);
    body.resume();
  });
}

/**
 * A body that is not read into memory, in pieces of a minimum size: small chunks do not cost the consumer a buffer
 * each.
 * @returns a stream that fails with `invalid_request` for too many chunks or a body that was broken off
 */
export function passBody(body: Readable): Readable {
  const countChunk = chunkCounter();
  let small: Buffer[] = [];
  let bytes = 0;
  const collected = () => {
    const piece = Buffer.concat(small, bytes);
    small = [];
    bytes = 0;
    return piece;
  };
  const passed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const problem = countChunk();
      if (problem !== null) return done(problem);
      small.push(chunk);
      bytes += chunk.length;
      if (bytes < PIECE_BYTES && small.length < PIECE_CHUNKS) return done();
      done(null, collected());
    },
    flush: (done) => done(null, collected()),
  });
  body.once("error", () => passed.destroy(brokenOff()));
  return pipeline(body, passed, () => {});
}

/** Counts the chunks of a body; returns a problem for the first that exceeds the limit per second. */
function chunkCounter(): () => ProblemError | null {
  let chunks = 0;
  let secondBegan = performance.now();
  return () => {
    chunks++;
    if (chunks <= MAX_CHUNKS_PER_SECOND) return null;
    if (performance.now() - secondBegan < 1000) return tooManyChunks();
    secondBegan = performance.now();
    chunks = 0;
    return null;
  };
}

/** Such as 8 MiB or 16 KiB. */
export function inBytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}

export function tooLarge(limit: number): ProblemError {
  return new ProblemError("too_large", `Send a smaller body, at most ${inBytes(limit)}.`);
}

function tooManyChunks(): ProblemError {
  const most = MAX_CHUNKS_PER_SECOND.toLocaleString("en-US");
  return new ProblemError(
    "invalid_request",
    `The body arrives in more than ${most} chunks a second. Send it in larger chunks, or with a Content-Length.`,
  );
}

function brokenOff(): ProblemError {
  return new ProblemError("invalid_request", "The connection closed before the body was complete. Send it again.");
}
