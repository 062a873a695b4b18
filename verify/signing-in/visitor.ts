import { Agent, request } from "node:http";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";

export interface HttpRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** An address of this machine to come from, such as 127.0.0.7. */
  from?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The values of its Set-Cookie headers. */
  cookies: string[];
  /** Milliseconds from the request's first byte to the answer's last. */
  took: number;
}

/** Somebody who asks a server. */
export type Ask = (httpRequest: HttpRequest) => Promise<Answer>;

/** Asks the server at `url`; with headers as they are given, `host` too, which `fetch` would not send. */
export function visitor(url: string): { ask: Ask; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const ask: Ask = (httpRequest) =>
    new Promise((done, fail) => {
      const { method = "POST", path, body, headers = {}, from } = httpRequest;
      const text = body === undefined ? "" : JSON.stringify(body);
      const typed = body === undefined ? {} : { "content-type": "application/json" };
      const length = { "content-length": String(Buffer.byteLength(text)) };
      const began = performance.now();
      const sent = request(
        new URL(path, url),
        {
          method,
          agent,
          headers: { ...typed, ...length, ...fromOwnPage(headers) },
          ...(from === undefined ? {} : { localAddress: from }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", fail);
          response.on("end", () =>
            done({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
              cookies: response.headers["set-cookie"] ?? [],
              took: performance.now() - began,
            }),
          );
        },
      );
      // The server ended a connection at rest, just when it was to be used again.
      sent.on("error", (error) => (sent.reusedSocket ? ask(httpRequest).then(done, fail) : fail(error)));
      sent.end(text);
    });
  return { ask, close: () => agent.destroy() };
}

/** What a browser sends back of cookies that it was given. */
export function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";")[0] ?? "").join("; ");
}
