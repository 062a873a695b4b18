import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { DeliveryError } from "./delivery-error.ts";
import { retryAfterOf } from "./response-errors.ts";
import { openPost, type PostRequest } from "./safe-request.ts";
import { openReceiver } from "./testing/receiver.ts";

const allow = ["127.0.0.1"];

async function receiver(respond?: RequestListener, tls?: { key: string; cert: string }) {
  const opened = await openReceiver(respond, { tls: tls ?? null });
  onTestFinished(() => opened.close());
  return opened;
}

async function failure(request: Partial<PostRequest> & { url: string }, options: Parameters<typeof openPost>[1] = {}) {
  const error = await openPost(allow, options)({ headers: {}, body: "", ...request }).catch((e: unknown) => e);
  if (error instanceof DeliveryError) return error;
  throw new Error(`No error: ${JSON.stringify(error)}`);
}

test("sends body and headers, and returns status and body", async () => {
  const { url, received } = await receiver((_, response) => response.writeHead(202).end("thanks"));
  const body = JSON.stringify({ unit: "Ñandú 4°" });
  const response = await openPost(allow)({ url: `${url}a?b=c`, headers: { "x-one": "1" }, body });
  expect(response).toEqual({ status: 202, body: "thanks" });
  expect(received).toMatchObject([{ path: "/a?b=c", body, headers: { "x-one": "1", "user-agent": "Dripline" } }]);
});

test.each([
  [400, false, false],
  [401, false, false],
  [404, false, false],
  [408, true, false],
  [410, false, true],
  [422, false, false],
  [425, true, false],
  [429, true, false],
  [500, true, false],
  [503, true, false],
])("a response with status %d is retriable: %s, and the receiver gone: %s", async (status, isRetriable, isGone) => {
  const { url } = await receiver((_, response) => response.writeHead(status).end("why"));
  expect(await failure({ url })).toMatchObject({ status, isRetriable, isGone, answer: "why", retryAfterMs: null });
});

test("the wait that a receiver wants is in the error", async () => {
  const { url } = await receiver((_, response) => response.writeHead(429, { "retry-after": "120" }).end());
  expect(await failure({ url })).toMatchObject({ isRetriable: true, retryAfterMs: 120_000 });
});

test.each([
  [undefined, null],
  ["0", 0],
  ["30", 30_000],
  ["999999999", 86_400_000],
  ["Fri, 27 Nov 2026 12:00:10 GMT", 10_000],
  ["Fri, 27 Nov 2026 11:00:00 GMT", 0],
  ["soon", null],
])("Retry-After %s is a wait of %s ms", (header, ms) => {
  expect(retryAfterOf(header, Date.UTC(2026, 10, 27, 12))).toBe(ms);
});

test("reads no more than 64 kB of a response without an end, and takes its status", async () => {
  let written = 0;
  const { url } = await receiver((_, response) => {
    const part = Buffer.alloc(65_536, "x");
    const write = () => {
      while (!response.destroyed && response.write(part)) written += part.length;
      if (!response.destroyed) response.once("drain", write);
    };
    write();
  });
  const { status, body } = await openPost(allow)({ url, headers: {}, body: "" });
  expect([status, body.length]).toEqual([200, 65_536]);
  expect(written).toBeLessThan(50_000_000);
});

test("takes the status of a response whose body never ends or is cut", async () => {
  const slow = await receiver((_, response) => response.writeHead(200).write("first"));
  const began = Date.now();
  expect(await openPost(allow, { timeoutMs: 300 })({ url: slow.url, headers: {}, body: "" })).toEqual({
    status: 200,
    body: "first",
  });
  expect(Date.now() - began).toBeLessThan(5_000);
  const cut = await receiver((request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("first", () => request.socket.destroy());
  });
  expect((await openPost(allow)({ url: cut.url, headers: {}, body: "" })).status).toBe(200);
});

test("fails with a retry when the receiver hangs", async () => {
  const { url } = await receiver(() => {});
  const error = await failure({ url }, { timeoutMs: 200 });
  expect(error).toMatchObject({ isRetriable: true, status: null, message: "127.0.0.1 has not responded in time." });
});

test("fails with a retry when the name server hangs", async () => {
  const error = await failure(
    { url: "https://hooks.example.com/" },
    { timeoutMs: 200, resolve: () => new Promise(() => {}) },
  );
  expect(error).toMatchObject({ isRetriable: true, message: "hooks.example.com has not responded in time." });
});

test("fails with a retry when nobody listens, the connection is cut, or the response is none of HTTP", async () => {
  const closed = await openReceiver();
  await closed.close();
  expect(await failure({ url: closed.url })).toMatchObject({
    isRetriable: true,
    message: "No connection to 127.0.0.1 (ECONNREFUSED).",
  });
  const cut = await receiver((request) => request.socket.destroy());
  expect(await failure({ url: cut.url })).toMatchObject({ isRetriable: true });
  const other = createServer((socket) => socket.end("220 mail.example.com ESMTP\r\n")).listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await expect.poll(() => other.listening).toBe(true);
  const address = other.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  expect(await failure({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ isRetriable: true });
});

test("fails with a retry when the name does not exist", async () => {
  const error = await failure({ url: "https://hooks.example.com/" }, { resolve: async () => [] });
  expect(error).toMatchObject({
    isRetriable: true,
    message: "The name hooks.example.com was not found. Check the address.",
  });
});

test.each(["", "hooks.example.com", "ftp://127.0.0.1/", "file:///etc/passwd", "javascript:alert(1)", "https://"])(
  "fails without a retry at %j, which is no web address",
  async (url) => {
    expect(await failure({ url })).toMatchObject({
      isRetriable: false,
      message: "This is not a web address. Enter one that begins with https://.",
    });
  },
);

test("fails without a retry at an address with a password", async () => {
  const error = await failure({ url: "https://user:secret@hooks.example.com/" });
  expect(error).toMatchObject({ isRetriable: false });
  expect(error.message).not.toContain("secret");
});

test("checks the certificate for the name, at the address that the name resolved to", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dripline-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = "subjectAltName=DNS:hooks.example.com";
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=test"];
  execFileSync("openssl", ["req", "-x509", ...made, "-addext", names, "-keyout", keyFile, "-out", certFile], {
    stdio: "ignore",
  });
  const [key, cert] = [readFileSync(keyFile, "utf8"), readFileSync(certFile, "utf8")];
  const { port, received } = await receiver(undefined, { key, cert });
  const options = { resolve: async () => ["127.0.0.1"] };
  const unknown = await failure({ url: `https://hooks.example.com:${port}/` }, options);
  expect(unknown.message).toContain("The certificate of hooks.example.com is not valid");
  expect(unknown.isRetriable).toBe(true);

  const before = getCACertificates("default");
  setDefaultCACertificates([...before, cert]);
  onTestFinished(() => setDefaultCACertificates(before));
  const { status } = await openPost(
    allow,
    options,
  )({
    url: `https://hooks.example.com:${port}/`,
    headers: {},
    body: "",
  });
  expect([status, received[0]?.headers.host]).toEqual([204, `hooks.example.com:${port}`]);
  const other = await failure({ url: `https://other.example.com:${port}/` }, options);
  expect(other.message).toContain("The certificate of other.example.com is not valid");
  expect(received.length).toBe(1);
});
