import { expect, test } from "vitest";
import { maskedNumber, phoneNumberOf } from "./phone-number.ts";

test.each([
  ["+15552345678", "+15552345678"],
  [" +1 (555) 234-5678 ", "+15552345678"],
  ["555.234.5678", "+15552345678"],
  ["1-555-234-5678", "+15552345678"],
  ["+1\u00a0555\u2011234\u20135678", "+15552345678"],
  ["0034 600 123 456", "+34600123456"],
  ["+34 600 123 456", "+34600123456"],
  ["+52 55 1234 5678", "+525512345678"],
  ["+４９ 151 23456789", "+4915123456789"],
])("reads %j as %s", (typed, number) => {
  expect(phoneNumberOf(typed)).toBe(number);
});

test.each([
  "",
  "600 123 456",
  "0151 23456789",
  "155-1234",
  "+1 555 123 4567 89",
  "+1 155 234 5678",
  "+0 555 234 5678",
  "+34",
  "+3460012345678901",
  "555-CALL-NOW",
  "+1 555 234 5678, +1 555 234 5679",
  "+1555234567x8",
])("rejects %j", (typed) => {
  expect(phoneNumberOf(typed)).toBeNull();
});

test("a masked number has its last four digits alone", () => {
  expect(maskedNumber("+15552345678")).toBe("+1•••5678");
});
