import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";

/** What a receiver got. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  close(): Promise<void>;
}

/**
 * A server that keeps what it receives.
 * @param respond answers each request; default: 204
 */
export async function openReceiver(
  respond: RequestListener = (_, response) => response.writeHead(204).end(),
  {
    host = "127.0.0.1",
    port = 0,
    tls = null,
  }: { host?: string; port?: number; tls?: { key: string; cert: string } | null } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    received.push({ path: request.url ?? "", headers: request.headers, body });
    respond(request, response);
  };
  const server: Server = tls === null ? createServer(listener) : createTlsServer(tls, listener);
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return {
    url: `${tls === null ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${address.port}/`,
    port: address.port,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
