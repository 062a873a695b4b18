/** How long sessions last, in milliseconds. */
export interface SessionLife {
  /** A session ends after this long without a request. */
  idleMs: number;
  /** A session ends this long after signing in, even when active. */
  absoluteMs: number;
}

/** Defaults. */
export const USUAL_LIFE: SessionLife = { idleMs: 60 * 60_000, absoluteMs: 12 * 60 * 60_000 };

/** A session's end is extended at most this often, in milliseconds, so that most requests write nothing. */
export const EXTEND_EVERY_MS = 60_000;

/** When a session ends without further requests. @param now milliseconds since the epoch, as is `signedInAt` */
export function endOfSession({ idleMs, absoluteMs }: SessionLife, signedInAt: number, now: number): Date {
  return new Date(Math.min(now + idleMs, signedInAt + absoluteMs));
}
