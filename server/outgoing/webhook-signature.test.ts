import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { expect, test } from "vitest";
import { newWebhookSecret, signWebhook } from "./webhook-signature.ts";

type Headers = Record<string, string>;

/**
 * Two libraries for receivers. The one of Svix calls the other since 2025, so there is a third check below that shares no
 * code with them.
 */
const libraries: Record<string, (secret: string, body: string, headers: Headers) => unknown> = {
  standardwebhooks: (secret, body, headers) => new StandardWebhook(secret).verify(body, headers),
  svix: (secret, body, headers) => new SvixWebhook(secret).verify(body, headers),
};

function isVerified(library: string, secret: string, body: string, headers: Headers): boolean {
  try {
    libraries[library]?.(secret, body, headers);
    return true;
  } catch {
    return false;
  }
}

const message = fc.record({ id: fc.uuid(), body: fc.jsonValue().map((value) => JSON.stringify({ data: value })) });
const now = () => Date.now();

test("a secret is whsec_ and 32 random bytes", () => {
  const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), "base64").length).toBe(32);
  }
});

test.each(Object.keys(libraries))("%s verifies all of our messages", (library) => {
  fc.assert(
    fc.property(message, (sent) => {
      const secret = newWebhookSecret();
      expect(isVerified(library, secret, sent.body, signWebhook(sent, [secret], now()))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test.each(Object.keys(libraries))("%s verifies with either secret during a rotation", (library) => {
  const [before, after] = [newWebhookSecret(), newWebhookSecret()];
  const sent = { id: "one", body: '{"a":1}' };
  const headers = signWebhook(sent, [after, before], now());
  expect(headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  expect([before, after].map((secret) => isVerified(library, secret, sent.body, headers))).toEqual([true, true]);
  expect(isVerified(library, newWebhookSecret(), sent.body, headers)).toBe(false);
});

test.each(Object.keys(libraries))("%s verifies no altered, old or foreign message", (library) => {
  fc.assert(
    fc.property(message, fc.nat(), (sent, at) => {
      const secret = newWebhookSecret();
      const headers = signWebhook(sent, [secret], now());
      const place = at % sent.body.length;
      const altered = `${sent.body.slice(0, place)}${sent.body[place] === "1" ? "2" : "1"}${sent.body.slice(place + 1)}`;
      const later = { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) };
      const wrong: [string, string, Headers][] = [
        [secret, altered, headers],
        [secret, `${sent.body} `, headers],
        [secret, sent.body, { ...headers, "webhook-id": `${sent.id}0` }],
        [secret, sent.body, later],
        [secret, sent.body, signWebhook(sent, [secret], now() - 6 * 60_000)],
        [secret, sent.body, signWebhook(sent, [secret], now() + 6 * 60_000)],
        [newWebhookSecret(), sent.body, headers],
        [secret, sent.body, signWebhook(sent, [newWebhookSecret()], now())],
        [secret, sent.body, signWebhook(sent, [], now())],
      ];
      expect(wrong.filter(([key, body, sentWith]) => isVerified(library, key, body, sentWith))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

test.skipIf(!hasOpenssl)("openssl computes the same signature", () => {
  const secret = newWebhookSecret();
  const sent = { id: "msg_1", body: '{"unit":"Ñandú"}' };
  const headers = signWebhook(sent, [secret], now());
  const key = Buffer.from(secret.slice(6), "base64").toString("hex");
  const { stdout } = spawnSync("openssl", ["dgst", "-sha256", "-mac", "hmac", "-macopt", `hexkey:${key}`, "-binary"], {
    input: `${sent.id}.${headers["webhook-timestamp"]}.${sent.body}`,
  });
  expect(headers["webhook-signature"]).toBe(`v1,${stdout.toString("base64")}`);
});
