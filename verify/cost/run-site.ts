import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openSite } from "../world/site.ts";

// The product over a database, in a process of its own that measures how long its event loop is blocked. Its only word is
// the database. It prints where it serves, and where it reports the longest block since it was last queried.
const [databaseUrl = ""] = process.argv.slice(2);
const site = await openSite(databaseUrl);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const meter = createServer((_request, response) => {
  response.end(String(delay.max / 1e6));
  delay.reset();
});
meter.listen(0, "127.0.0.1", () => {
  const address = meter.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: site.url, meter: `http://127.0.0.1:${port}/` })}\n`);
});
