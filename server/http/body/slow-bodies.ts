import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The minimum rate of a body, per time window, which the poorest connection of a gateway reaches. */
const LEAST_BYTES = 2048;
const WINDOW_MS = 10_000;
const LOOK_MS = 1000;

/** A body in transfer, and its progress when its window began. */
interface Mark {
  /** Stored with the request: Node detaches it from a request whose body is aborted. */
  socket: Socket;
  at: number;
  bytes: number;
}

/**
 * Ends requests whose bodies trickle in, so that nobody holds many connections at little cost. One that may take long,
 * such as a file over a slow connection, only has to keep sending.
 * @param answer sends the error to a client that is too slow, and closes the connection
 */
export function rejectSlowBodies(app: FastifyInstance, answer: (error: Error, socket: Socket) => void): void {
  const coming = new Map<IncomingMessage, Mark>();
  app.server.on("request", (request: IncomingMessage) => {
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || request.headers["content-length"] !== undefined;
    if (!hasBody) return;
    const { socket } = request;
    coming.set(request, { socket, at: performance.now(), bytes: socket.bytesRead });
  });
  const looking = setInterval(() => {
    for (const [request, mark] of coming) {
      const { socket } = mark;
      // Bytes that were received and not consumed yet are our delay, not the sender's.
      const isOurs = request.readableLength > 0;
      if (request.complete || request.destroyed || socket.destroyed) coming.delete(request);
      else if (performance.now() - mark.at < WINDOW_MS) continue;
      else if (!isOurs && socket.bytesRead - mark.bytes < LEAST_BYTES) {
        coming.delete(request);
        answer(Object.assign(new Error("A body came too slowly."), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
      } else coming.set(request, { socket, at: performance.now(), bytes: socket.bytesRead });
    }
  }, LOOK_MS);
  looking.unref();
  app.addHook("onClose", async () => clearInterval(looking));
}
