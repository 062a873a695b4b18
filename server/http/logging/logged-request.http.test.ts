import { Writable } from "node:stream";
import fastify from "fastify";
import { expect, test } from "vitest";
import { loggerOf } from "./logged-request.ts";

test("logs URLs without tokens and codes", async () => {
  let log = "";
  const stream = new Writable({
    write: (piece, _encoding, done) => {
      log += String(piece);
      done();
    },
  });
  const logger = loggerOf("info");
  const app = fastify({ logger: typeof logger === "object" ? { ...logger, stream } : logger });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  for (const url of [
    "/first-admin?token=s3cret",
    "/v1/single-sign-on/callback?code=s3cret&state=x",
    "/v1/unsubscribe?token=s3cret",
    "/v1/leaks?page=7",
  ])
    await app.inject({ url, headers: { authorization: "Bearer s3cret", cookie: "dripline=s3cret" } });
  await app.close();
  for (const url of ["/first-admin", "/v1/single-sign-on/callback", "/v1/unsubscribe", "/v1/leaks?page=7"])
    expect(log).toContain(`"url":"${url}"`);
  expect(log).not.toContain("s3cret");
});

test("a server with logging off has no log", () => {
  expect(loggerOf("silent")).toBe(false);
});
