import { expect, test } from "vitest";
import { givenName, hiddenIn } from "./fields.ts";

test.each([
  "\u0000",
  "\u0007",
  "\u001b",
  "\u007f",
  "\u009b",
  "\u00ad",
  "\u034f",
  "\u061c",
  "\u180e",
  "\u200b",
  "\u200e",
  "\u200f",
  "\u2028",
  "\u2060",
  "\u202a",
  "\u202e",
  "\u2066",
  "\u2069",
  "\u3164",
  "\ufeff",
])("rejects a name with %j and names the character", (character) => {
  const name = `Oak${character}Street`;
  const code = name.charCodeAt(3).toString(16).toUpperCase().padStart(4, "0");
  expect(givenName.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([
    `It has an invisible character (U+${code}). Type it again without it.`,
  ]);
});

test.each(["Zoë 👩\u200d👩\u200d👧", "مبنى ١", "क्\u200dष", "می\u200cخواهم", "  Oak Street\n"])("accepts %j", (name) => {
  expect(givenName.parse(name)).toBe(name.trim());
  expect(hiddenIn(name.trim())).toBeNull();
});
