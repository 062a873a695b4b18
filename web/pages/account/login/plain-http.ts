/**
 * Whether what is typed here can be read on its way: over plain http, other than to the machine itself.
 * @param origin of the page
 */
export function canBeListenedTo(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  const isOwnMachine = hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]";
  return protocol === "http:" && !isOwnMachine;
}
