import { expect, test } from "vitest";
import { readConfig, settingNames } from "./config.ts";

test("treats an empty setting as not set", () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, ""]));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("treats an empty secret as missing with DATABASE_URL", () => {
  const settings = { DATABASE_URL: "postgres://user:password@db.example.com/dripline", SESSION_SECRET: "" };
  expect(() => readConfig(settings)).toThrow("SESSION_SECRET must be too");
});
