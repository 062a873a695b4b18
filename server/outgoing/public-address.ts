import { isIP } from "node:net";
import { addressRanges } from "../network/address-ranges.ts";

/** What is no public address, by the registries of special-purpose addresses of IANA. */
const isSpecial = addressRanges([
  "0.0.0.0/8", // this network: 0.0.0.0 is the own machine on many systems
  "10.0.0.0/8", // private
  "100.64.0.0/10", // between a provider and its customers; metadata of one cloud
  "127.0.0.0/8", // the own machine
  "168.63.129.16", // metadata and agents of another cloud, at a public address
  "169.254.0.0/16", // link-local; metadata of most clouds
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // relays from IPv6, given up
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks of networks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved; broadcast
  // Of IPv6 only 2000::/3 is public. Outside of it are, among others, ::1, fc00::/7, fe80::/10, ff00::/8, and the forms
  // that contain an IPv4 address: ::ffff:0:0/96 and NAT64 (64:ff9b::/96, 64:ff9b:1::/48).
  "::/3",
  "4000::/2",
  "8000::/1",
  "2001::/23", // protocol assignments, such as Teredo, which contains an IPv4 address
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which contains an IPv4 address
  "3fff::/20", // documentation
]);

/** Whether an address is on the internet, and not inside of a network of its own or reserved for something. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes("%") && !isSpecial(address);
}
