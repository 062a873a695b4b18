import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dependent, prefetch } from "./query.ts";
import { reportLateQueries } from "./report-late-queries.ts";

const meta = { name: "GET /v1/single-sign-on" as const, params: undefined, query: undefined };
const costs = { queryKey: ["costs"], queryFn: async () => 1, meta };
const actions = new EventTarget();

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => "yes" });
  vi.stubGlobal("window", actions);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What is reported when a page that has just opened reads the costs. @param before what happens before that */
async function reported(before: (client: QueryClient) => void, query = costs, path = "/finance"): Promise<string[]> {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const client = new QueryClient();
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  reportLateQueries(router, client);
  await router.load();
  before(client);
  new QueryObserver(client, query).subscribe(() => {})();
  return error.mock.calls.map(([message]) => String(message));
}

test("a query that the page starts itself is reported with its screen and key", async () => {
  expect(await reported(() => {})).toEqual([expect.stringMatching(/^\/finance reads \["costs"\], .* prefetches/)]);
});

test("a query is not reported that the loader started, that is dependent, disabled, of a dialog or opened by hand", async () => {
  expect(await reported((client) => prefetch(client, { costs }))).toEqual([]);
  expect(await reported(() => {}, dependent(costs))).toEqual([]);
  expect(await reported(() => {}, { ...costs, ...{ enabled: false } })).toEqual([]);
  expect(await reported(() => {}, costs, "/finance?dialog=costs")).toEqual([]);
  expect(await reported(() => void actions.dispatchEvent(new Event("click")))).toEqual([]);
});

test("a query that its loader shared with the page before, which was left and cancelled it, is not reported", async () => {
  // As calls do, it uses the signal, without which nothing is cancelled.
  const slow = { ...costs, queryFn: ({ signal }: { signal: AbortSignal }) => new Promise<number>(() => void signal) };
  const leave = (client: QueryClient) => {
    const stop = new QueryObserver(client, slow).subscribe(() => {});
    prefetch(client, { slow });
    vi.mocked(console.error).mockClear();
    stop();
    expect(client.getQueryState(costs.queryKey)).toMatchObject({ status: "pending", fetchStatus: "idle" });
  };
  expect(await reported(leave)).toEqual([]);
});

test("the loader skips what the screen does not show", () => {
  const client = new QueryClient();
  prefetch(client, { shown: costs, lists: [{ ...costs, queryKey: ["list"] }], hidden: { ...costs, enabled: false } });
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([["costs"], ["list"]]);
});
