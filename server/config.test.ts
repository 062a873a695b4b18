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

test("takes a standby only beside a database of its own", () => {
  const standby = { READ_DATABASE_URL: "postgres://standby.example.com/dripline" };
  expect(() => readConfig(standby)).toThrow("READ_DATABASE_URL is set, so DATABASE_URL must be too.");
  const primary = {
    DATABASE_URL: "postgres://db.example.com/dripline",
    SESSION_SECRET: "not a secret, for one test run only",
  };
  expect(readConfig({ ...primary, ...standby }).standby).toEqual({ url: standby.READ_DATABASE_URL, maxLagSeconds: 30 });
});
