/** Whether the host of an address is the machine itself, where nobody listens in; anywhere else they can. */
export function isOwnMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]" || hostname === "::1";
}
