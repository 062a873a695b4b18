import { connect } from "node:net";
import { setImmediate as rest } from "node:timers/promises";
import type { Malformed } from "./malformed.ts";

/** So long an answer is waited for; who sent half a request gets none. */
const ANSWER_MS = 250;

/** What came of a malformed request. */
export interface Sent {
  /** The status of the first answer; null: there was none. */
  status: number | null;
  /** A connection that is still open, for the server to close. */
  open: { isClosed(): boolean; end(): void } | null;
}

/** Sends a request to a server on this machine as its bytes are. */
export function sendBytes(url: string, { bytes, pieces, ending }: Malformed): Promise<Sent> {
  return new Promise((done) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    let text = "";
    let isClosed = false;
    let isOver = false;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
      const isKept = ending === "left open" && !isClosed;
      if (!isKept) socket.destroy();
      done({
        status: status === undefined ? null : Number(status),
        open: isKept ? { isClosed: () => isClosed, end: () => socket.destroy() } : null,
      });
    };
    const late = setTimeout(finish, ANSWER_MS);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      if (text.length < 100) text += data.toString("latin1");
      if (ending === "left open") finish();
    });
    socket.once("close", () => {
      isClosed = true;
      finish();
    });
    socket.once("connect", async () => {
      for (let i = 0; i < pieces; i++) {
        socket.write(
          bytes.subarray(Math.floor((i * bytes.length) / pieces), Math.floor(((i + 1) * bytes.length) / pieces)),
        );
        await rest();
      }
      if (ending === "half closed") socket.end();
      else if (ending === "reset") socket.resetAndDestroy();
      else if (ending === "destroyed") socket.destroy();
    });
  });
}
