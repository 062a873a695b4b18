import ranked from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "json" };
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { lacksOfPassword } from "./password-rules.ts";

test("rejects each of the 3,000 most common passwords, also in capitals", () => {
  const passing = ranked.slice(0, 3000).flatMap((password) => [password, password.toUpperCase()]);
  expect(passing).toHaveLength(6000);
  expect(passing.filter((password) => !isCommonPassword(password))).toEqual([]);
});

test.each([
  "Password123!",
  "P@ssw0rd123!",
  "Dragon2024!!",
  "1234567890A!",
  "!Qwertyuiop1",
  "Superman#2026",
  "Pa$$word2026!",
  "Football.2026",
  "Princess_123!",
  "Love12345!",
  "Razz12345!",
  "Bear-12345!",
  "Lol-123123!",
  "Q1w2e3r4!99",
])("rejects %s as a variation of a common password", (password) => {
  expect(lacksOfPassword(password)).toEqual(["This is one of the most common passwords, or nearly. Choose another."]);
});

test.each([
  "Leaky-Pipes-42!",
  "Quiet-Valves-7!",
  "Aa1!aaaaaa",
  "Tr0ubled-Heron!",
  "Love-58213!",
  "Lovely-12345-Heron!",
  "My dragon eats 7 pipes!",
])("accepts %s", (password) => {
  expect(lacksOfPassword(password)).toEqual([]);
});
