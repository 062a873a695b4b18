import { once } from "node:events";
import { connect } from "node:net";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import fastify from "fastify";
import { expect, test, vi } from "vitest";
import { rejectSlowBodies } from "./slow-bodies.ts";

/** Ways to abort a body midway; Node detaches the socket from the request in each case. */
const giveUp: Record<string, (body: NodeJS.ReadableStream) => Promise<void>> = {
  "a pipeline that fails": async (body) => pipeline(body, createGunzip()).catch(() => {}),
  "a loop that is left": async (body) => {
    for await (const _piece of body) return;
  },
};

test.each(Object.keys(giveUp))("survives a body aborted by %s", async (way) => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  try {
    const app = fastify();
    rejectSlowBodies(app, () => {});
    app.addContentTypeParser("*", async (_request: unknown, body: NodeJS.ReadableStream) => giveUp[way]?.(body));
    app.post("/", async (request) => ({ hasSocket: request.raw.socket !== null }));
    const address = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    const socket = connect(Number(address.port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 100000\r\n\r\nno gzip at all");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain('{"hasSocket":false}');
    vi.advanceTimersByTime(1000);
    socket.destroy();
    await app.close();
  } finally {
    vi.useRealTimers();
  }
});
