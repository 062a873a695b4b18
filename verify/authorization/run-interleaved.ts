import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { openSite } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { tryInterleaved } from "./interleaved.ts";

// Words: the database, the file of its world, and how many requests.
const [databaseUrl = "", worldFile = "", requests = ""] = process.argv.slice(2);
const world: World = deserialize(readFileSync(worldFile));
const site = await openSite(databaseUrl);
process.stdout.write(`${JSON.stringify(await tryInterleaved(site, world, Number(requests)))}\n`);
await site.close();
