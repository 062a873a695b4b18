const key = "dripline.signed-in";

/**
 * Whether somebody was signed in here when the server last said so. The session's cookie is hidden from scripts; without
 * this a first visit could only find out by a refused call.
 */
export function knowsSession(): boolean {
  return localStorage.getItem(key) !== null;
}

/** Keeps that somebody is signed in, or that nobody is. */
export function keepSession(isThere: boolean): void {
  if (isThere) localStorage.setItem(key, "yes");
  else localStorage.removeItem(key);
}
