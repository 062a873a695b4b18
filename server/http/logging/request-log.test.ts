import { once } from "node:events";
import { connect } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ProblemError } from "../../problem/problem.ts";
import { answerErrors } from "../errors.ts";
import { loggerOf } from "./logged-request.ts";
import { RequestLog } from "./request-log.ts";

const line = z.object({
  level: z.number(),
  msg: z.string(),
  reqId: z.string().optional(),
  req: z.object({ url: z.string(), remoteAddress: z.string() }).optional(),
  res: z.object({ statusCode: z.number() }).optional(),
  err: z.object({ message: z.string() }).optional(),
  source: z.string().optional(),
  unlogged: z.number().optional(),
});

function openApp() {
  const clock = { now: 1000 };
  const lines: z.infer<typeof line>[] = [];
  const stream = { write: (text: string) => void lines.push(line.parse(JSON.parse(text))) };
  const requestLog = new RequestLog(() => clock.now);
  const app = fastify({ logger: loggerOf("info", stream), logController: requestLog, trustProxy: true });
  answerErrors(app, async () => {});
  app.get("/good", async () => "good");
  app.get("/broken", async () => {
    throw new Error("a bug");
  });
  app.get("/busy", async () => {
    throw new ProblemError("unavailable", "Try again.");
  });
  app.get("/down", async () => {
    throw Object.assign(new Error("no connection"), { code: "ECONNREFUSED" });
  });
  app.addContentTypeParser("*", async (_request: unknown, body: NodeJS.ReadableStream) => {
    for await (const _piece of body) throw new ProblemError("too_large", "Enough.");
  });
  app.post("/given-up", async () => "never");
  app.get("/wrong", async () => {
    throw new ProblemError("invalid_request", "Wrong.");
  });
  onTestFinished(() => app.close());
  const get = (url: string, from = "192.0.2.1") => app.inject({ url, headers: { "x-forwarded-for": from } });
  return { app, clock, lines, requestLog, get };
}

test("logs one line for each answered request, with the request and the answer", async () => {
  const { lines, get } = openApp();
  for (let i = 0; i < 3; i++) await get("/good");
  expect(lines.map(({ req, res, msg }) => [req?.url, req?.remoteAddress, res?.statusCode, msg])).toEqual(
    Array(3).fill(["/good", "192.0.2.1", 200, "request completed"]),
  );
  expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(3);
});

test("logs a request whose body was aborted, behind a proxy too", async () => {
  const { app, lines } = openApp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const body = "x".repeat(100_000);
  const answer = await fetch(`${url}/given-up`, { method: "POST", headers: { "content-type": "a/b" }, body });
  expect(answer.status).toBe(413);
  await expect.poll(() => lines.at(-1)?.res?.statusCode).toBe(413);
});

test("continues when clients disconnect before the answer", async () => {
  const { app, lines, get } = openApp();
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const head = "POST /given-up HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 99999999\r\n\r\n{";
  for (let i = 0; i < 50; i++) {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(head);
    socket.destroy();
    await once(socket, "close");
  }
  await get("/good");
  expect(lines.at(-1)).toMatchObject({ req: { url: "/good" } });
});

test("logs every unexpected error once and in full, however many there are", async () => {
  const { lines, get } = openApp();
  for (let i = 0; i < 20; i++) await get("/broken");
  expect(lines.map(({ level, res, err }) => [level, res?.statusCode, err?.message])).toEqual(
    Array(20).fill([50, 500, "a bug"]),
  );
});

test("logs a flood of rejected requests as one line a second and network, with a count of the others", async () => {
  const { app, clock, lines, requestLog, get } = openApp();
  for (let i = 0; i < 50; i++) await get("/wrong", `2001:db8::${i}`);
  await get("/wrong", "198.51.100.7");
  expect(lines.map(({ req, res }) => [req?.remoteAddress, res?.statusCode])).toEqual([
    ["2001:db8::0", 400],
    ["198.51.100.7", 400],
  ]);
  clock.now += 1000;
  await get("/wrong", "2001:db8::a");
  await get("/wrong", "2001:db8::b");
  expect(lines.slice(2).map(({ msg, unlogged }) => [msg, unlogged])).toEqual([["request rejected", 49]]);
  clock.now += 1000;
  requestLog.logCounts(app.log);
  expect(lines.slice(3).map(({ msg, source, unlogged }) => [msg, source, unlogged])).toEqual([
    ["requests rejected", "2001:db8:0:0::/64", 1],
  ]);
});

test("a flood of invalid requests does not hide that the database is down", async () => {
  const { lines, get } = openApp();
  for (const url of ["/wrong", "/wrong", "/down", "/down", "/wrong"]) await get(url);
  expect(lines.map(({ level, res, err }) => [level, res?.statusCode, err?.message])).toEqual([
    [30, 400, undefined],
    [40, 503, "no connection"],
  ]);
});

test("logs no warning for an intended 503", async () => {
  const { lines, get } = openApp();
  await get("/busy");
  expect(lines.map(({ level, res }) => [level, res?.statusCode])).toEqual([[30, 503]]);
});
