import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** A body must bring this much in every so long, which the poorest line of a gateway does. */
const LEAST_BYTES = 2048;
const WINDOW_MS = 10_000;
const LOOK_MS = 1000;

/** Where a body stood when its window began. */
interface Mark {
  at: number;
  bytes: number;
}

/**
 * Ends requests whose bodies trickle in, so that nobody holds many connections for next to nothing. One that is to take
 * as long as it takes, such as a file over a slow line, only has to keep coming.
 * @param answer tells whoever is too slow, and ends the connection
 */
export function refuseSlowBodies(app: FastifyInstance, answer: (error: Error, socket: Socket) => void): void {
  const coming = new Map<IncomingMessage, Mark>();
  app.server.on("request", (request: IncomingMessage) => {
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || request.headers["content-length"] !== undefined;
    if (!hasBody) return;
    coming.set(request, { at: performance.now(), bytes: request.socket.bytesRead });
  });
  const looking = setInterval(() => {
    for (const [request, mark] of coming) {
      const { socket } = request;
      // What has come and is not taken yet is for us to take, and no fault of theirs.
      const isOurs = request.readableLength > 0;
      if (request.complete || socket.destroyed) coming.delete(request);
      else if (performance.now() - mark.at < WINDOW_MS) continue;
      else if (!isOurs && socket.bytesRead - mark.bytes < LEAST_BYTES) {
        coming.delete(request);
        answer(Object.assign(new Error("A body came too slowly."), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
      } else coming.set(request, { at: performance.now(), bytes: socket.bytesRead });
    }
  }, LOOK_MS);
  looking.unref();
  app.addHook("onClose", async () => clearInterval(looking));
}
