import { expect, test } from "vitest";
import { waitOf } from "./hold-back.ts";

// Covers profile-12
test.for([
  [1, "1 second"],
  [2, "2 seconds"],
  [119, "119 seconds"],
  [120, "2 minutes"],
  [121, "3 minutes"],
  [900, "15 minutes"],
] as const)("describes a wait of %i seconds as %s", ([seconds, text]) => {
  expect(String(waitOf(seconds))).toBe(text);
});
