const key = "dripline.reloaded";
/** Milliseconds in which a second failure is no release any more. */
const AGAIN = 60_000;

/**
 * A tab that was open before a release requests scripts that no longer exist. It is reloaded once; if that does not
 * help, the screen shows the error.
 */
export function reloadOnNewRelease(): void {
  window.addEventListener("vite:preloadError", (event) => {
    // The router's lazy components have a reload of their own under this key; both together would load twice.
    sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, "1");
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < AGAIN) return;
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}
