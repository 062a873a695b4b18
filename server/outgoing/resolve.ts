import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";

/** Finds the addresses of a host name; none: it does not exist. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Queries the name servers themselves: the system's own lookup would block one of the process's few threads for as long as
 * the name server of a stranger keeps it waiting. It does not read the hosts file.
 */
export const resolveByDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
};

/** A lookup for a connection that gives these addresses only, whatever name servers answer by then. */
export function fixedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = all;
    if (options.all === true || first === undefined) callback(null, all);
    else callback(null, first.address, first.family);
  };
}
