import { createHash } from "node:crypto";

const halves = ["tune", "held-out"] as const;
export type Half = (typeof halves)[number];

/**
 * Splits homes into those on which the rules' numbers were found and those kept from that: serial numbers in the order of
 * their SHA-256, every other one for each half.
 */
export function halfOf(serials: Iterable<string>): Map<string, Half> {
  const digest = (serial: string) => createHash("sha256").update(serial).digest("hex");
  const sorted = [...serials].map((serial) => ({ serial, key: digest(serial) }));
  sorted.sort((a, b) => (a.key < b.key ? -1 : 1));
  return new Map(sorted.map(({ serial }, i) => [serial, halves[i % 2] ?? "tune"]));
}
