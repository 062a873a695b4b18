import { expect, test } from "vitest";
import { readConfig, settingNames } from "./config.ts";

test("An empty setting counts as not set", () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, ""]));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("With a database of one's own an empty secret is a missing one", () => {
  const settings = { DATABASE_URL: "postgres://user:password@db.example.com/dripline", SESSION_SECRET: "" };
  expect(() => readConfig(settings)).toThrow("SESSION_SECRET must be too");
});
