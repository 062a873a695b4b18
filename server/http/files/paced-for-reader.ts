/** The minimum rate of a reader. */
export interface ReaderLimits {
  /** The least bytes a second, before compression, over any longer time. */
  minBytesPerSecond: number;
  /** Grace period, in milliseconds, in which a reader may be slower or stall. */
  maxBehindMs: number;
}

/** A poor mobile connection is twice as fast; a browser keeps reading while its save dialog is open. */
export const READER_LIMITS: ReaderLimits = { minBytesPerSecond: 16 * 1024, maxBehindMs: 20_000 };

/** Small enough that progress of a slow reader is noticed. */
const CHUNK_BYTES = 16 * 1024;

/**
 * The same bytes in small chunks, as long as the reader keeps up. Only the time in which a chunk waits for the reader
 * counts, not the time to produce it.
 * @param onTooSlow called at most once, when the reader has fallen too far behind
 */
export async function* pacedForReader(
  pieces: AsyncIterable<string | Uint8Array>,
  { minBytesPerSecond, maxBehindMs }: ReaderLimits,
  onTooSlow: () => void,
): AsyncGenerator<Uint8Array> {
  let left = maxBehindMs;
  for await (const piece of pieces) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
      const chunk = bytes.subarray(from, from + CHUNK_BYTES);
      const since = performance.now();
      const timer = setTimeout(onTooSlow, left);
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
      const earned = (1000 * chunk.length) / minBytesPerSecond;
      // Never zero: a late timer must not cut off a reader.
      left = Math.max(1, Math.min(maxBehindMs, left - (performance.now() - since) + earned));
    }
  }
}
