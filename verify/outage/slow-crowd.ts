import { connect, type Socket } from "node:net";

/** How often a slow client sends one more character. */
const TRICKLE_MS = 2500;

/** Many clients that take for ever to ask something. */
export interface SlowCrowd {
  /** Seconds until each was cut off; of those that still hang on there is none. */
  closedAfter: number[];
  size: number;
  end(): void;
}

/** @param begun what each sends at once; then it trickles */
export async function openSlowCrowd(url: string, size: number, begun: string): Promise<SlowCrowd> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const closedAfter: number[] = [];
  for (let i = 0; i < size; i++) {
    const socket = connect(Number(port), hostname);
    await new Promise<void>((ready, fail) => {
      socket.once("connect", ready);
      socket.once("error", fail);
    });
    const openedAt = performance.now();
    socket.on("error", () => {});
    socket.resume();
    const trickle = setInterval(() => socket.write("a"), TRICKLE_MS);
    socket.once("close", () => {
      clearInterval(trickle);
      closedAfter.push((performance.now() - openedAt) / 1000);
    });
    socket.write(begun);
    sockets.push(socket);
  }
  return {
    closedAfter,
    size,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
