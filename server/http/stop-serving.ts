import type { Socket } from "node:net";
import { setTimeout as pause, setImmediate as rest } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Drain } from "./drain.ts";

/** Requests that are not done by then are cut off. */
const LONGEST_MS = 7000;
const LOOK_MS = 200;
/** Whoever opens a connection to ask something has asked by then. */
const SILENT_MS = 1000;
/** A look at who waits that takes no longer has found nobody, and little can have happened since; */
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

/** Prepares a server for being stopped. @returns stops it, as it says there */
export function stoppable(app: FastifyInstance, drain: Drain): (drainMs: number) => Promise<void> {
  const openedAt = new Map<Socket, number>();
  let arrivals = 0;
  app.server.on("connection", (socket: Socket) => {
    arrivals++;
    openedAt.set(socket, performance.now());
    socket.once("close", () => openedAt.delete(socket));
  });
  // The listening ends right after a moment in which nobody came and nothing else was done: the system turns away unheard
  // whoever has connected since the last look at who waits.
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
   * Finishes what was begun, and resolves when nothing of it is at work any more.
   * @param drainMs so long requests are still taken, and whoever asks whether it is ready is told that it is not
   */
  return async (drainMs) => {
    drain.start();
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
    await drain.finished();
  };
}
