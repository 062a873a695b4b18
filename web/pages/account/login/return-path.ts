/** The path to go on with after signing in, if it lies on this very site and is not the login page itself. */
export function returnPath(wanted: string | undefined, origin: string = location.origin): string | undefined {
  if (wanted === undefined || !wanted.startsWith("/")) return undefined;
  const url = URL.parse(wanted, origin);
  // Of "/.//evil.example" the path is one that the next reader takes for another site.
  if (url === null || url.origin !== origin || url.pathname.startsWith("//")) return undefined;
  if (url.pathname === "/login") return undefined;
  return `${url.pathname}${url.search}`;
}
