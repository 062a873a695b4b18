import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { Site } from "../world/site.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Files that stand near the browser's, and are none of its. */
const SECRETS = ["package.json", "server/main.ts", "README.md", "vite.config.ts", "web/index.html"];
/** Ways to write "one folder up". */
const UPS = ["..", "%2e%2e", "..%2f..", "..%5c", "%252e%252e", "....//..", ".%00."];

/** Asks for files that are not the browser's, in all ways to leave their folder. @returns a sentence for each that came */
export async function tryFiles({ url }: Site): Promise<{ requestCount: number; wrong: string[] }> {
  const wrong: string[] = [];
  let requests = 0;
  for (const file of SECRETS) {
    const text = readFileSync(join(ROOT, file), "utf8");
    const ups = UPS.flatMap((up) => [1, 2, 3].map((times) => `${up}/`.repeat(times)));
    for (const folder of ["/", "/assets/", "/v1/", "//", "/./"]) {
      for (const up of ["", ...ups]) {
        const path = `${folder}${up}${file}`;
        requests++;
        if ((await bodyOf(url, path)).trim() === text.trim()) wrong.push(`${path} answers with ${file}.`);
      }
    }
  }
  return { requestCount: requests, wrong };
}

/** By a client that sends the path as it is. */
function bodyOf(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((done, fail) => {
    const clientRequest = request({ hostname, port, path }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => done(text));
      answer.on("error", fail);
    });
    clientRequest.on("error", fail);
    clientRequest.end();
  });
}
