// Covers admin-forms-6

import { expect, test } from "vitest";
import { lacksOfPassword } from "./password-rules.ts";

test.each([
  ["Leaky-Pipes-42!", []],
  ["Aa1!aaaaaa", []],
  ["Aa1!aaaaa", ["Use at least 10 characters."]],
  ["😀😀😀😀😀😀A1!", ["Use at least 10 characters."]],
  ["leaky-pipes-42!", ["Add an uppercase letter."]],
  ["Leaky-Pipes-!!", ["Add a digit."]],
  ["Leaky-Pipes-42", [expect.stringContaining("special character")]],
  ["Leaky_Pipes~42;", [expect.stringContaining("special character")]],
])("%s", (password, lacks) => {
  expect(lacksOfPassword(password)).toEqual(lacks);
});
