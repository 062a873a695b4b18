import { once } from "node:events";
import { connect } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { limitPipelining } from "./pipelining.ts";

async function openApp() {
  const app = fastify({ forceCloseConnections: true });
  limitPipelining(app);
  let hold = Promise.resolve();
  let handled = 0;
  app.get("/", async () => {
    handled++;
    await hold;
    return "done";
  });
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  onTestFinished(() => app.close());
  const socket = connect(Number(port), "127.0.0.1");
  let text = "";
  socket.on("data", (data) => {
    text += String(data);
  });
  return {
    socket,
    hold: (until: Promise<void>) => {
      hold = until;
    },
    send: (count: number) => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(count)),
    handled: () => handled,
    answers: () => text.split("HTTP/1.1 200").length - 1,
  };
}

test("answers six pipelined requests, repeatedly", async () => {
  const { send, answers } = await openApp();
  for (let round = 1; round <= 3; round++) {
    send(6);
    await expect.poll(answers).toBe(6 * round);
  }
});

test("closes a connection with more than six requests in progress", async () => {
  const { send, socket, hold, handled } = await openApp();
  const held = Promise.withResolvers<void>();
  hold(held.promise);
  const closed = once(socket, "close");
  send(1000);
  await closed;
  held.resolve();
  expect(handled()).toBeLessThanOrEqual(6);
});
