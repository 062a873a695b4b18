import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { openSite } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { trySample } from "./sample.ts";

// Tries a server, sabotaged or not, in a process of its own. Words: the database, the file of its world, and the seed.
const [databaseUrl = "", worldFile = "", seed = "1"] = process.argv.slice(2);
const world: World = deserialize(readFileSync(worldFile));
const site = await openSite(databaseUrl);
const wrong = await trySample(site, world, Number(seed));
process.stdout.write(`${JSON.stringify({ wrong: wrong.slice(0, 20) })}\n`);
await site.close();
