import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a program does before its own first line, beside sabotages that replace source. */
export const preloads = {
  "set-clock": setClock,
  "fall-on-signal": fallOnSignal,
  "heap-on-signal": heapOnSignal,
};

const FRESH_MS = 20;

/**
 * The machine's clock says what `CLOCK_FILE` does. It holds the time in milliseconds and, where the clock goes on from
 * there, the word `goes`. Timers run on, as they do when somebody sets a clock.
 */
function setClock(): void {
  const RealDate = Date;
  const file = process.env.CLOCK_FILE ?? "";
  let readAt = Number.NEGATIVE_INFINITY;
  let text = "";
  let setAt = 0;
  const time = () => {
    const now = performance.now();
    if (now - readAt > FRESH_MS) {
      readAt = now;
      const found = readFileSync(file, "utf8");
      if (found !== text && found !== "") {
        text = found;
        setAt = now;
      }
    }
    const [at, goes] = text.split(" ");
    return Number(at) + (goes === undefined ? 0 : Math.floor(now - setAt));
  };
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(time()).toString(),
    construct: (target, args: unknown[], self) =>
      Reflect.construct(target, args.length === 0 ? [time()] : args, self === Date ? target : self),
    get: (target, name) => (name === "now" ? time : Reflect.get(target, name)),
  });
}

/** Fails on a signal where nobody handles it: in a timer, or with `FALL_AS=promise` in a promise that nobody waits for. */
function fallOnSignal(): void {
  process.on("SIGUSR2", () => {
    setTimeout(() => {
      const error = new Error("A fault made on purpose");
      if (process.env.FALL_AS === "promise") Promise.reject(error);
      else throw error;
    });
  });
}

/** On a signal collects garbage and writes into `HEAP_FILE` how much is left. */
function heapOnSignal(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  process.on("SIGUSR2", () => {
    const file = process.env.HEAP_FILE;
    if (file === undefined || typeof collect !== "function") throw new Error("There is no file for the heap's size.");
    collect();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(`${file}.new`, String(heapUsed + external));
    renameSync(`${file}.new`, file);
  });
}
