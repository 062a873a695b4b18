/**
 * Where to go on after signing in: the wanted page when it lies on this very site, else the first one.
 * @returns a path with its query; never one that a browser reads as another host, such as `//evil.example`
 */
export function returnPath(wanted: string | undefined, baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  if (wanted?.startsWith("/") !== true) return "/";
  const url = URL.parse(wanted, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith("//")) return "/";
  return url.pathname === "/login" || url.pathname.startsWith("/v1/") ? "/" : `${url.pathname}${url.search}`;
}
