import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { myCasesQuery } from "./my-cases-query.ts";

afterEach(() => vi.unstubAllGlobals());

test("the round leaves out what is snoozed, as every list of things to do", async () => {
  const fetched: string[] = [];
  for (const storage of ["sessionStorage", "localStorage"]) {
    vi.stubGlobal(storage, { getItem: () => "none", setItem: () => {} });
  }
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url);
    return Response.json({ count: 0, results: [] });
  });
  await new QueryClient().fetchQuery(myCasesQuery("tina@example.com"));
  expect(fetched).toEqual([expect.stringMatching(/^\/v1\/cases\?(.*&)?is_snoozed=false(&|$)/)]);
});
