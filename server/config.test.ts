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

test("rejects READ_DATABASE_URL without DATABASE_URL", () => {
  const standby = { READ_DATABASE_URL: "postgres://standby.example.com/dripline" };
  expect(() => readConfig(standby)).toThrow("READ_DATABASE_URL needs DATABASE_URL.");
  const primary = {
    DATABASE_URL: "postgres://db.example.com/dripline",
    SESSION_SECRET: "not a secret, for one test run only",
  };
  expect(readConfig({ ...primary, ...standby }).standby).toEqual({ url: standby.READ_DATABASE_URL, maxLagSeconds: 30 });
});
