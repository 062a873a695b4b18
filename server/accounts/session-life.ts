/** A session ends after this long without a request, in milliseconds. */
export const IDLE_MS = 60 * 60_000;

/** However busy, a session ends this long after signing in, in milliseconds. */
export const ABSOLUTE_MS = 12 * 60 * 60_000;

/** A session's end is moved on at most this often, in milliseconds, so that most requests write nothing. */
export const EXTEND_EVERY_MS = 60_000;
