import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

/** How the service worker answers somebody who opens the page of their cases. */
async function opened(fromNetwork: () => Promise<object>, kept: string | undefined): Promise<unknown> {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: new URL("https://water.example.com/service-worker.js"),
  };
  const caches = { match: async () => kept };
  const world = createContext({ self, URL, caches, fetch: fromNetwork, setTimeout: () => 0 });
  runInContext(readFileSync("web/public/service-worker.js", "utf8"), world);
  let answer: unknown;
  const request = { method: "GET", mode: "navigate", url: "https://water.example.com/my-cases" };
  listeners.get("fetch")?.({
    request,
    respondWith: (given: unknown) => {
      answer = given;
    },
  });
  return answer;
}

test.each([
  ["the server's page", async () => ({ status: 200 }), "kept", { status: 200 }],
  ["what was kept while a proxy answers for the server", async () => ({ status: 502 }), "kept", "kept"],
  ["what was kept without a network", () => Promise.reject(new TypeError("offline")), "kept", "kept"],
  ["the proxy's answer where nothing was kept", async () => ({ status: 502 }), undefined, { status: 502 }],
])("opens the page of cases with %s", async (_, fromNetwork, kept, wanted) => {
  expect(await opened(fromNetwork, kept)).toEqual(wanted);
});
