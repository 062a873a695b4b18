import { describe, expect, test } from "vitest";
import { canBeListenedTo } from "./login/plain-http.ts";
import { returnPath } from "./login/return-path.ts";
import { differ, rulesMet, strengthOf } from "./new-password/password-rules.ts";

describe("the return path after signing in", () => {
  const origin = "https://drip.example";

  test("is a path of this site, with its query", () => {
    expect(returnPath("/history?unit_id=7", origin)).toBe("/history?unit_id=7");
  });

  test.for([
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "https://evil.example/x",
    "javascript:alert(1)",
    "/login",
    "x",
    "",
  ])("is never %s", (wanted) => {
    expect(returnPath(wanted, origin)).toBeUndefined();
  });
});

test.for([
  ["https://water.example.com", false],
  ["http://localhost:4000", false],
  ["http://127.0.0.1:4000", false],
  ["http://[::1]:4000", false],
  ["http://192.168.1.20:4000", true],
  ["http://water.example.com", true],
  ["http://localhost.example.com", true],
] as const)("whether others can listen at %s: %s", ([origin, listened]) => {
  expect(canBeListenedTo(origin)).toBe(listened);
});

describe("a password", () => {
  // Covers profile-3
  test.for([
    ["", 0, "Weak"],
    ["short", 0, "Weak"],
    ["longenough1", 2, "Weak"],
    ["Longenough1", 3, "Good"],
    ["Longenough1!", 4, "Excellent!"],
    ["A1!", 3, "Good"],
    ["Abcdefg1!", 3, "Good"],
    ["Longenough1-", 3, "Good"],
  ] as const)("%s meets %i rules: %s", ([password, met, strength]) => {
    expect(rulesMet(password)).toBe(met);
    expect(strengthOf(password)).toBe(strength);
  });

  // Covers profile-4
  test("differs from its confirmation only when both are typed", () => {
    expect(differ("a", "")).toBe(false);
    expect(differ("a", "b")).toBe(true);
    expect(differ("a", "a")).toBe(false);
  });
});
