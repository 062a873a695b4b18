import { replaceSource } from "./replace-source.ts";

// Keeps something of every request for ever: memory, and now and then an open file and one that lies in the data folder.
replaceSource("/server/http/security.ts", [
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
]);
// And every few seconds a connection that is never given back.
replaceSource("/server/database/connect.ts", [
  [
    'const accountsPool = open("accounts", 5);',
    `const accountsPool = open("accounts", 5);
    setInterval(() => {
      const client = new pg.Client({ connectionString: url, application_name: "dripline app" });
      client.on("error", () => {});
      client.connect().catch(() => {});
    }, 5000);`,
  ],
]);
