import { expect, test } from "vitest";
import { propertyRules } from "./property-rules.ts";

// Covers admin-properties-4
test("reports what is wrong with each field until it is corrected", () => {
  expect(propertyRules.name(" ")).toBe("Give a name.");
  expect(propertyRules.name("x".repeat(201))).toBe("A name has at most 200 characters.");
  expect(propertyRules.name("x".repeat(200))).toBeNull();
  expect(propertyRules.zip_code("1".repeat(21))).toBe("Write at most 20 characters.");
  expect(propertyRules.zip_code(`${"1".repeat(20)} `)).toBeNull();
  expect(propertyRules.time_zone("")).toBe("Choose the time zone.");
  expect(propertyRules.time_zone("America/Chicago")).toBeNull();
});

test("accepts an empty or valid contact email", () => {
  for (const right of ["", "  ", "office@elm-court.example", "o'hara+leaks@mail.elm.example"]) {
    expect(propertyRules.contact_email(right), right).toBeNull();
  }
  for (const wrong of [
    "office",
    "office@elm",
    "office@@elm.example",
    "a b@elm.example",
    `${"x".repeat(250)}@elm.example`,
  ]) {
    expect(propertyRules.contact_email(wrong), wrong).toBe("Write an e-mail address, or leave it empty.");
  }
});
