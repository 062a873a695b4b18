import type { Socket } from "node:net";
import { setTimeout as pause, setImmediate as rest } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Drain } from "./drain.ts";

/** Timeout of requests in progress; the remaining ones are cut off. */
const LONGEST_MS = 7000;
const LOOK_MS = 200;
/** A connection that has sent nothing for so long will not send a request. */
const SILENT_MS = 1000;
/** A poll of the event loop that takes no longer has accepted nobody, and little can have happened since; */
const CALM_MS = 0.2;
/** under load such a moment comes soon, but need not. */
const LONGEST_LOOK_MS = 500;

/**
 * Lets responses close their connections once the server drains: nobody sends a further request on one that is
 * about to be closed.
 */
export function partWithAnswers(app: FastifyInstance, drain: Drain): void {
  app.addHook("onSend", async (_request, reply) => {
    if (drain.isDraining()) reply.header("connection", "close");
  });
}

/** Prepares a server for graceful shutdown. @returns shuts it down, as described there */
export function stoppable(app: FastifyInstance, drain: Drain): (drainMs: number) => Promise<void> {
  const openedAt = new Map<Socket, number>();
  let arrivals = 0;
  app.server.on("connection", (socket: Socket) => {
    arrivals++;
    openedAt.set(socket, performance.now());
    socket.once("close", () => openedAt.delete(socket));
  });
  // Stops listening right after an idle moment without new connections: the system resets, unanswered, those that were
  // made since the last accept.
  app.addHook("preClose", async () => {
    const until = performance.now() + LONGEST_LOOK_MS;
    while (performance.now() < until) {
      const came = arrivals;
      const before = performance.now();
      await rest();
      if (arrivals === came && performance.now() - before < CALM_MS) return;
    }
  });
  /**
   * Finishes work in progress, and resolves when none is left.
   * @param drainMs how long requests are still accepted, while readiness checks already fail
   */
  return async (drainMs) => {
    drain.start();
    await pause(drainMs);
    const looking = setInterval(() => {
      app.server.closeIdleConnections();
      // Browsers open connections in advance; Node does not count one as idle that never sent a byte.
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
    await drain.finished();
  };
}
