import { BlockList, isIP } from "node:net";

/** Whether a text is an address, or one with the number of bits that a range of them shares. */
export function isAddressRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * A function that finds out whether an address is in one of these ranges. The two families are apart: Node's list takes
 * an IPv4 address for one of IPv6 too (::ffff:0:0/96), so that a range such as ::/3 would have all of IPv4.
 * @param ranges each an address or a range, such as 10.1.0.0/16
 */
export function addressRanges(ranges: readonly string[]): (address: string) => boolean {
  const [v4, v6] = [new BlockList(), new BlockList()];
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    if (isIP(address) === 4) v4.addSubnet(address, Number(bits ?? 32), "ipv4");
    else v6.addSubnet(address, Number(bits ?? 128), "ipv6");
  }
  return (address) => (isIP(address) === 4 ? v4.check(address, "ipv4") : v6.check(address, "ipv6"));
}
