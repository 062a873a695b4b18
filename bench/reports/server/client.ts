import { Agent, request } from "node:http";

/** What came back. */
export interface Answer {
  status: number;
  text: string;
}

/** Somebody with a session who asks one server over connections that stay open. */
export interface Client {
  get(url: string): Promise<Answer>;
  close(): void;
}

/** @param cookie as a browser sends it */
export function openClient(baseUrl: string, cookie: string): Client {
  const agent = new Agent({ keepAlive: true });
  const get = (url: string, isAgain: boolean): Promise<Answer> =>
    new Promise((answer, fail) => {
      const sent = request(baseUrl + url, { agent, headers: { cookie } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          answer({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
        response.on("error", fail);
      });
      sent.on("error", (error) => {
        // The server closed the connection, long unused, while this was on its way: browsers ask again, too.
        const isClosed = sent.reusedSocket && "code" in error && error.code === "ECONNRESET";
        if (isClosed && !isAgain) answer(get(url, true));
        else fail(error);
      });
      sent.end();
    });
  return {
    get: (url) => get(url, false),
    close: () => agent.destroy(),
  };
}
