import { readFileSync } from "node:fs";

// No sabotage: the machine's clock says what a file does. It holds the time in milliseconds and, where the clock goes on
// from there, the word `goes`. Timers run on, as they do when somebody sets a clock.
const FRESH_MS = 20;
const RealDate = Date;
const file = process.env.CLOCK_FILE ?? "";
let readAt = Number.NEGATIVE_INFINITY;
let text = "";
let setAt = 0;

function time(): number {
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
}

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(time()).toString(),
  construct: (target, args: unknown[], self) =>
    Reflect.construct(target, args.length === 0 ? [time()] : args, self === Date ? target : self),
  get: (target, name) => (name === "now" ? time : Reflect.get(target, name)),
});
