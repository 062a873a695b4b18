import { buildWeb } from "./build-web.ts";

process.stdout.write("Building the app if its sources changed…\n");
await buildWeb();
await import("../server/main.ts");
