import { startEmbeddedPostgres } from "../database/embedded.ts";

// Owns the private Postgres of a folder until it is killed; prints its URL when it is up.
const { url } = await startEmbeddedPostgres(process.argv[2] ?? "");
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
