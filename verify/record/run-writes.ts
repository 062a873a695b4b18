import { readFileSync } from "node:fs";
import { deserialize } from "node:v8";
import { openSite } from "../world/site.ts";
import type { World } from "../world/world.ts";
import { tryWrites } from "./try-writes.ts";

// Tries the writing calls at a server of its own, sabotaged: the database and the world are the words.
const [databaseUrl = "", worldFile = ""] = process.argv.slice(2);
const world: World = deserialize(readFileSync(worldFile));
const site = await openSite(databaseUrl);
const { wrong } = await tryWrites(site, world);
process.stdout.write(JSON.stringify({ wrong }));
await site.close();
