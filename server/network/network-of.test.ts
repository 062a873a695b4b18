import { expect, test } from "vitest";
import { networkOf } from "./network-of.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"],
  ["2001:0db8:0000:0007::1", "2001:db8:0:7::/64"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["2001:db8::ffff:1:2:3", "2001:db8:0:0::/64"],
  ["2001:db8:0:8::1", "2001:db8:0:8::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s belongs to network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
