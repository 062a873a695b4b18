import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Browsers and the usual clients send the next request of a connection after the response. */
const MAX_UNANSWERED = 6;

/**
 * Closes connections with too many unanswered requests: thousands in one packet would be processed concurrently.
 */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const ended = new WeakSet<Socket>();
  app.server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count > MAX_UNANSWERED) {
      ended.add(socket);
      socket.destroy();
    }
    response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  });
  // The others of the same packet have been parsed by then; nobody waits for their responses.
  app.addHook("onRequest", (request, reply, done) => {
    if (ended.has(request.raw.socket)) reply.hijack();
    else done();
  });
}
