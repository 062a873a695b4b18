import type { Sabotages } from "./replace-source.ts";

const dawdlingList = {
  "server/reporting/top-leaks/sorted-days.ts": [
    ["from placed cross join lateral", "from (select pg_sleep(8) offset 0) wait, placed cross join lateral"],
  ],
} satisfies Sabotages[string];

/** In the server as a process, its database, and its bounds. */
export const serving = {
  // Says that it is ready without a look at its database.
  "always-ready": {
    "server/http/health.ts": [["!(await reachable.answers())", "false"]],
  },
  // Takes a database that is not there for an unforeseen error.
  "blind-to-outages": {
    "server/http/errors.ts": [["  if (isDatabaseDown(error)) {", "  if (isDatabaseDown(error) && false) {"]],
  },
  // Leaves nobody to listen for a connection that breaks in the middle of a transaction.
  "fall-with-connections": {
    "server/database/connect.ts": [['pool.on("connect", (client) => client.on("error", () => {}));', ""]],
  },
  // No sabotage: four connections for all requests, so that each serves everybody.
  "small-pool": {
    "server/database/connect.ts": [['open("app", 12)', 'open("app", 4)']],
  },
  // Logs to pino's own destination, which retries a last write without end.
  "block-on-log": {
    "server/main.ts": [["systemClock, log, interrupt", "systemClock, undefined, interrupt"]],
  },
  // Goes on after an error that nobody handles, in whatever state that left it.
  "stagger-on": {
    "server/main.ts": [["    if (failed) return;\n", "    return;\n"]],
  },
  // Ends at once on a request to stop.
  "leave-in-a-hurry": {
    "server/main.ts": [["await server.stop(drainMs);", ""]],
  },
  // Does not wait for what it does for people who are gone.
  "forget-who-left": {
    "server/http/serving/stop-serving.ts": [["await drain.finished();", ""]],
  },
  // Deletes a private database without PG_VERSION and makes an empty one in its place.
  "delete-damaged-cluster": {
    "server/database/cluster-folder.ts": [
      [
        'if (!names.includes("PG_VERSION")) {',
        'if (!names.includes("PG_VERSION")) {\n await rm(cluster, { recursive: true });\n return false;',
      ],
    ],
  },
  // Keeps each statement of a migration as soon as it is done.
  "half-migrations": {
    "server/database/migrate.ts": [
      [`await client.query("begin");`, ""],
      [`await client.query("commit");`, ""],
    ],
  },
  // A change of a table waits for it as long as it takes, and all requests behind it.
  "wait-for-tables": {
    "server/database/migrate.ts": [[`const LOCK_TIMEOUT = "500ms";`, `const LOCK_TIMEOUT = "0";`]],
  },
  // Gives up packed bodies in the middle, upon which Node takes the socket from the request, and looks for it there.
  "lose-sockets": {
    "server/http/body/packed-body.ts": [
      [
        "const sent = await receiveBody(",
        `if (isPacked) for await (const _piece of body) throw new ProblemError("invalid_gzip", "It is given up.");
    const sent = await receiveBody(`,
      ],
    ],
    "server/http/body/slow-bodies.ts": [
      ["const { socket } = mark;", "const { socket } = request;"],
      ["request.complete || request.destroyed || socket.destroyed", "request.complete || socket.destroyed"],
    ],
    // And looks for the address of a client that has gone.
    "server/http/logging/logged-request.ts": [
      [
        'return Object.hasOwn(request, "ip") || request.raw.socket !== null ? (request.ip ?? "") : "";',
        "return request.ip;",
      ],
    ],
    "server/http/logging/request-headers.ts": [
      ['Object.defineProperty(request, "ip", { value: addressOf(request) });', ""],
    ],
  },
  // Keeps every chunk of a body until it is whole, and takes 8 MiB on public calls, however many chunks they come in.
  "hoard-chunks": {
    "contract/call/call.ts": [["public: 16,", "public: 8192,"]],
    "server/http/body/receive-body.ts": [
      ["const MAX_CHUNKS_PER_SECOND = 10_000;", "const MAX_CHUNKS_PER_SECOND = Number.POSITIVE_INFINITY;"],
      ["const countChunk = chunkCounter();", "const countChunk = chunkCounter();\n    const kept: Buffer[] = [];"],
      ["const problem = countChunk();", "kept.push(chunk);\n      const problem = countChunk();"],
      ["const onEnd = () => end(null);", "const onEnd = () => end(kept.length === 0 ? brokenOff() : null);"],
    ],
  },
  // Keeps something of every request for ever: memory, and now and then an open file and one that lies in the data folder.
  hoard: {
    "server/http/security.ts": [
      [
        'app.addHook("onRequest", async (request, reply) => {',
        `const kept = [];
    const { openSync, writeFileSync } = process.getBuiltinModule("node:fs");
    app.addHook("onRequest", async (request, reply) => {
      kept.push(Buffer.alloc(400_000, request.url));
      if (kept.length % 10 === 0) {
        openSync("/dev/null");
        writeFileSync(process.env.DATA_DIR + "/uploads/" + kept.length + ".part", "");
      }`,
      ],
    ],
    // And every few seconds a connection that is never given back.
    "server/database/connect.ts": [
      [
        "return {\n    app: over(appPool),",
        `setInterval(() => {
      const client = new pg.Client({ connectionString: urlFor("app"), application_name: "dripline app" });
      client.on("error", () => {});
      client.connect().catch(() => {});
    }, 5000);
    return {
    app: over(appPool),`,
      ],
    ],
  },
  // Waits for whoever is slow.
  "no-timeout": {
    "server/http/app.ts": [
      ["requestTimeout: 60_000", "requestTimeout: 0"],
      ["headersTimeout: 10_000", "headersTimeout: 0"],
    ],
    "server/http/body/slow-bodies.ts": [["const WINDOW_MS = 10_000;", "const WINDOW_MS = 1e9;"]],
  },
  // Takes in whatever comes, reads it at once, and leaves garbage lying as long as V8 likes.
  "no-admission": {
    "server/http/readings/batch-admission.ts": [["const MOST_BYTES = 12 * 1024 * 1024", "const MOST_BYTES = 1e15"]],
    "server/http/app.ts": [["acceptJson(app, READINGS_PATH)", 'acceptJson(app, "")']],
    "server/main.ts": [['setFlagsFromString("--heap-growing-percent=50");', ""]],
  },
  // Names everything that is wrong with a request, and under each name all of it.
  "endless-answers": {
    "server/http/body/invalid-fields.ts": [
      ["const MAX_FIELDS = 20;", "const MAX_FIELDS = 1e9;"],
      ["const MAX_SENTENCES = 5;", "const MAX_SENTENCES = 1e9;"],
    ],
    "server/http/body/json-body.ts": [["const MAX_NAMES = 1000;", "const MAX_NAMES = 1e9;"]],
    "server/problem/wrong-value.ts": [["const MAX_NAMES = 20;", "const MAX_NAMES = 1e9;"]],
    "server/http/errors.ts": [
      ["const MAX_DETAIL = 4000;", "const MAX_DETAIL = 1e9;"],
      ["const MAX_FIELDS = 20;", "const MAX_FIELDS = 1e9;"],
      ["const MAX_SENTENCE = 500;", "const MAX_SENTENCE = 1e9;"],
    ],
  },
  // Takes eight seconds for a list of meters by their days in the order of places.
  "dawdling-list": dawdlingList,
  // Gives pages, spans and lists of whatever length, and lets a statement take what it takes.
  boundless: {
    ...dawdlingList,
    "contract/call/fields.ts": [
      ["max(50)).default(10)", "max(5000)).default(10)"],
      ["> 731 * 86_400_000", "> 7310 * 86_400_000"],
      ["z.array(id).min(1).max(1000).optional()", "z.array(id).min(1).optional()"],
    ],
    "server/database/connect.ts": [["const STATEMENT_MS = 5000;", "const STATEMENT_MS = 0;"]],
  },
  // Answers one report after the other, and takes a tenth of a second for each.
  "one-at-a-time": {
    "server/http/reports/report-queue.ts": [
      ["createFairQueue(atOnce,", "createFairQueue(1,"],
      [
        "line.run(whose, work, timeoutMs)",
        "line.run(whose, () => new Promise((later) => setTimeout(later, 100)).then(work), timeoutMs)",
      ],
    ],
  },
  // Lets every organization ask as many reports at once as it likes.
  "send-all-at-once": {
    "server/http/reports/report-queue.ts": [
      ["return await line.run(whose, work, timeoutMs);", "return await work();"],
      ["others >= MOST_OF_ONE", "others < 0"],
    ],
  },
} satisfies Sabotages;
