const key = "dripline.offline";

/** Whether this browser keeps cases for work without a network: since somebody opened their list of cases in it. */
export function keepsOffline(): boolean {
  return localStorage.getItem(key) !== null;
}

/** Keeps the app and what it reads for work without a network, or forgets all that was read. */
export function keepOffline(isKept: boolean): void {
  if (isKept) localStorage.setItem(key, "yes");
  else localStorage.removeItem(key);
}
