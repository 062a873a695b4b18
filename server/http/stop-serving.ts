import type { Socket } from "node:net";
import { setTimeout as pause, setImmediate as rest } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Duty } from "./duty.ts";

/** Requests that are not done by then are cut off. */
const LONGEST_MS = 7000;
const LOOK_MS = 200;
/** Whoever opens a connection to ask something has asked by then. */
const SILENT_MS = 1000;

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
  const openedAt = new Map<Socket, number>();
  app.server.on("connection", (socket: Socket) => {
    openedAt.set(socket, performance.now());
    socket.once("close", () => openedAt.delete(socket));
  });
  // The listening ends right after all have been let in who waited, for the others are turned away unheard.
  app.addHook("preClose", async () => {
    await rest();
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
      const before = performance.now() - SILENT_MS;
      for (const [socket, at] of openedAt) if (socket.bytesRead === 0 && at < before) socket.destroy();
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
