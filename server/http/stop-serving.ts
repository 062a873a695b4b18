import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Duty } from "./duty.ts";

/** Requests that are not done by then are cut off. */
const LONGEST_MS = 7000;
const LOOK_MS = 200;

/**
 * Lets answers end their connections once the server takes its leave: nobody sends a further request on one that is
 * about to be closed.
 */
export function partWithAnswers(app: FastifyInstance, duty: Duty): void {
  app.addHook("onSend", async (_request, reply) => {
    if (duty.isLeaving()) reply.header("connection", "close");
  });
}

/** Prepares a server for being stopped. @returns stops it, as it says there */
export function stoppable(app: FastifyInstance, duty: Duty): (drainMs: number) => Promise<void> {
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  /**
   * Finishes what was begun, and resolves when nothing of it is at work any more.
   * @param drainMs so long requests are still taken, and whoever asks whether it is ready is told that it is not
   */
  return async (drainMs) => {
    duty.leave();
    await pause(drainMs);
    const looking = setInterval(() => {
      app.server.closeIdleConnections();
      // Browsers open connections in advance; Node does not call idle what never said a word.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, LOOK_MS);
    const late = setTimeout(() => app.server.closeAllConnections(), LONGEST_MS);
    try {
      await app.close();
    } finally {
      clearInterval(looking);
      clearTimeout(late);
    }
    await duty.finished();
  };
}
