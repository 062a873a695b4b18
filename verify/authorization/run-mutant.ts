import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { tryMatrix } from "./matrix.ts";
import { openSite } from "./site.ts";
import type { World } from "./world.ts";

// Tries a sabotaged server until it gives a wrong answer. Words: the database, the file of its world, and the names of the
// people who try, and `stop` when one wrong answer is enough.
const [databaseUrl = "", worldFile = "", titles = "", stop = ""] = process.argv.slice(2);
const world: World = deserialize(readFileSync(worldFile));
const site = await openSite(databaseUrl);
const people = new Set(titles.split("|"));
const { wrong, cells } = await tryMatrix(site, world, {
  people: ({ title }) => people.has(title),
  isOver: (tried) => stop === "stop" && tried.wrong.length > 0,
});
process.stdout.write(`${JSON.stringify({ cells, wrong })}\n`);
await site.close();
