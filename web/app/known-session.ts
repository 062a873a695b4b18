const key = "dripline.signed-in";

/**
 * Whether the user was signed in according to the server's last response. The session cookie is HttpOnly; without this
 * flag a first visit would need a rejected call to find out.
 */
export function knowsSession(): boolean {
  return localStorage.getItem(key) !== null;
}

/** Stores whether the user is signed in. */
export function keepSession(isThere: boolean): void {
  if (isThere) localStorage.setItem(key, "yes");
  else localStorage.removeItem(key);
}
