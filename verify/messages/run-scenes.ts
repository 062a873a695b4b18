import { mornings, rejected, rights, threads } from "./scenes.ts";
import { webhooks } from "./webhooks.ts";

// Works through the scenes that are named, on the Postgres given, and prints what came of them.
const [, , postgresUrl = "", ...names] = process.argv;
const all = { mornings, rejected, rights, threads, webhooks };
const outcome: Record<string, unknown> = {};
for (const [name, scene] of Object.entries(all)) {
  if (names.includes(name)) outcome[name] = await scene(postgresUrl);
}
process.stdout.write(`${JSON.stringify(outcome)}\n`);
