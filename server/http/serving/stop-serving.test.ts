import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { createDrain } from "./drain.ts";
import { partWithAnswers, stoppable } from "./stop-serving.ts";

/** A server with one route, whose work ends when the test releases it. */
async function slowSite() {
  const drain = createDrain();
  const app = fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  partWithAnswers(app, drain);
  const begun = Promise.withResolvers<void>();
  const work = Promise.withResolvers<string>();
  app.get("/", () => {
    begun.resolve();
    return drain.track(work.promise);
  });
  const stop = stoppable(app, drain);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, begun: begun.promise, work, stop, port: Number(new URL(url).port) };
}

test("answers requests received before a stop, and then closes their connections", async () => {
  const { url, begun, work, stop } = await slowSite();
  const agent = new Agent({ keepAlive: true });
  const pending = once(get(url, { agent }), "response");
  await begun;
  const stopped = stop(0);
  work.resolve("done");
  const [answer] = await pending;
  answer.resume();
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
  await stopped;
});

test("finishes work of disconnected clients, and waits for it at a stop", async () => {
  const { url, begun, work, stop } = await slowSite();
  const request = get(url);
  request.on("error", () => {});
  await begun;
  request.destroy();
  let isOver = false;
  const stopped = stop(0).then(() => {
    isOver = true;
  });
  await expect.poll(() => isReachable(`${url}/else`)).toBe(false);
  expect(isOver).toBe(false);
  work.resolve("done");
  await stopped;
});

test("an unused connection does not delay a stop", async () => {
  const { port, stop } = await slowSite();
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  const closed = once(silent, "close");
  await stop(0);
  await closed;
}, 3000);

function isReachable(url: string): Promise<boolean> {
  return new Promise((setReachable) => {
    get(url, (answer) => {
      answer.resume();
      setReachable(true);
    }).on("error", () => setReachable(false));
  });
}
