import fc from "fast-check";

/** Values that are none of a kind that anybody meant. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 5, 0.5, -0, 1e15, 1e300, Number.MAX_SAFE_INTEGER + 1),
  fc.constantFrom<unknown>("", " ", "5", "null", "true", "NaN", "Infinity", "1e400", "0x10", "[object Object]"),
  fc.constantFrom<unknown>("a\0b", "\ud800", "\udc00x", "\u202e", "x".repeat(5000), "' or 1=1 --", "../../etc/passwd"),
  fc.constantFrom<unknown>([], {}, [null], ["5"], [[1]], { a: 1 }, { toString: "x" }, { constructor: { a: 1 } }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);

/** How a good value is made a wrong one, most often. */
export const change = fc.record({
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "add", "list", "text", "whole"),
  part: fc.nat(2),
  at: fc.nat(1000),
  value: hostile,
});
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
