import { expect, test } from "vitest";
import { type CallName, calls } from "../../contract/calls.ts";
import { readConfig } from "../config.ts";
import { buildApp } from "./app.ts";

function isCallName(name: string): name is CallName {
  return name in calls;
}

/** The address that a request has for the server, which came from `remoteAddress` and claims to come for another. */
async function seenAs(TRUSTED_PROXIES: string | undefined, remoteAddress: string, claimed: string): Promise<string> {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES });
  const app = buildApp({
    logLevel: "silent",
    trustedProxies,
    authenticate: async () => null,
    onRejected: async () => {},
    routes: ({ served }) => {
      for (const name of Object.keys(calls)) if (isCallName(name)) served.add(name);
    },
  });
  app.get("/seen-as", async ({ ip }) => ip);
  const answer = await app.inject({ url: "/seen-as", remoteAddress, headers: { "x-forwarded-for": claimed } });
  await app.close();
  return answer.body;
}

test.each([
  ["nobody is believed without the setting", undefined, "10.0.0.5", "203.0.113.9", "10.0.0.5"],
  ["a proxy is believed", "10.0.0.5", "10.0.0.5", "203.0.113.9", "203.0.113.9"],
  ["one beside it is not", "10.0.0.5", "10.0.0.6", "203.0.113.9", "10.0.0.6"],
  ["what was claimed before the proxy is not", "10.0.0.5", "10.0.0.5", "1.2.3.4, 203.0.113.9", "203.0.113.9"],
  ["two proxies in a row are", "10.0.0.5, 10.1.0.0/16", "10.0.0.5", "203.0.113.9, 10.1.7.7", "203.0.113.9"],
  ["a range of the new addresses too", "fd00::/8", "fd00::7", "2001:db8::9", "2001:db8::9"],
  ["a port is not part of an address", "10.0.0.5", "10.0.0.5", "203.0.113.9:5678", "203.0.113.9"],
  ["nor of one of the new addresses", "10.0.0.5", "10.0.0.5", "[2001:db8::1]:443", "2001:db8::1"],
  ["brackets are not either", "10.0.0.5", "10.0.0.5", "[2001:db8::1]", "2001:db8::1"],
  ["nor of a proxy's", "10.0.0.5, 10.1.0.0/16", "10.0.0.5", "203.0.113.9:5678, 10.1.7.7:4711", "203.0.113.9"],
])("%s", async (_, setting, from, claimed, seen) => {
  expect(await seenAs(setting, from, claimed)).toBe(seen);
});

test.each(["proxy.example.com", "10.0.0.0/33", "10.0.0.0/0", "10.0.0.0/", "10.0.0.5,,10.0.0.6", "on"])(
  "%s stops the start with a message",
  (TRUSTED_PROXIES) => {
    expect(() => readConfig({ TRUSTED_PROXIES })).toThrow("TRUSTED_PROXIES must be addresses");
  },
);
