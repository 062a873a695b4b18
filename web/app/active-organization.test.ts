import { beforeEach, expect, test, vi } from "vitest";

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
}

type Tab = { session: ReturnType<typeof storage> };

/** The module as a tab loads it; the same tab twice is a reload. */
async function load(tab: Tab) {
  vi.resetModules();
  vi.stubGlobal("sessionStorage", tab.session);
  return import("./active-organization.ts");
}

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
});

test("a choice in another tab changes neither this tab's organization nor the one after a reload", async () => {
  const [one, other] = [{ session: storage() }, { session: storage() }];
  const here = await load(one);
  here.setActiveOrganization(1);
  const there = await load(other);
  expect(there.activeOrganization()).toBe(1);
  there.setActiveOrganization(2);
  expect(here.activeOrganization()).toBe(1);
  expect((await load(one)).activeOrganization()).toBe(1);
  expect((await load({ session: storage() })).activeOrganization()).toBe(2);
});

test("a tab without a choice stays without one when another tab chooses", async () => {
  const one = { session: storage() };
  const here = await load(one);
  expect(here.activeOrganization()).toBeNull();
  (await load({ session: storage() })).setActiveOrganization(2);
  expect((await load(one)).activeOrganization()).toBeNull();
});
