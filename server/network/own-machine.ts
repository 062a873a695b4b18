/** Whether the host of an address is the local machine, where traffic cannot be intercepted; elsewhere it can. */
export function isOwnMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]" || hostname === "::1";
}
