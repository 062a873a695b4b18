import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ask } from "./call-api.ts";

const HOUR = 3_600_000;

/** A property of the test's own with a toilet's meter and one with a register; nothing of it is to be seen afterwards. */
export async function ownProperty(page: Page, name: string) {
  // Any page of the product: calls need its origin.
  await page.goto("/profile");
  const inventory = "/v1/admin/staff/inventory";
  const full = `${name} ${Date.now()}`;
  const { json: made } = await ask(page, "POST", `${inventory}/organizations/properties`, {
    organization_id: 1,
    name: full,
    time_zone: "America/Chicago",
  });
  const id = Number(made.id);
  await ask(page, "POST", `${inventory}/import?property_id=${id}`, {
    rows: [
      { cells: { building: "A", unit: "101", bedrooms: "2", point: "Toilet", serial: "D-1" } },
      { cells: { building: "A", unit: "102", bedrooms: "1", point: "SPOE", serial: "D-2", register_unit: "gallon" } },
    ],
  });
  return {
    id,
    name: full,
    path: (rest = "") => `/admin/data?property_id=${id}${rest}`,
    /** Makes a call of it: "POST", "repairs". */
    ask: async (method: string, of: string, body?: unknown) =>
      (await ask(page, method, `/v1/properties/${id}/${of}`, body)).json,
    count: async (of: string) => Number((await ask(page, "GET", `/v1/properties/${id}/${of}`)).json.count),
    /** Takes a file of readings in, and waits until all of it is there. */
    take: async (file: string, lines: readonly string[]) => {
      const imports = `/v1/properties/${id}/imports`;
      const data = `${lines.join("\n")}\n`;
      await page.request.post(`${imports}?name=${file}`, { headers: { "Content-Type": "text/csv" }, data });
      await expect
        .poll(
          async () => {
            const { results } = await (await page.request.get(imports)).json();
            return results.every((one: { finished_at: string | null }) => one.finished_at !== null);
          },
          { timeout: 20_000 },
        )
        .toBe(true);
    },
    /** At the end of a test: the page is left first, as what it still loads would not be there any more. */
    archive: async () => {
      await page.goto("/health/live");
      return ask(page, "POST", `${inventory}/organizations/properties/${id}/archive`);
    },
  };
}

/** The beginning of an hour so many hours before yesterday's. */
export const hourAgo = (hours: number) =>
  new Date(Math.floor(Date.now() / HOUR) * HOUR - (hours + 24) * HOUR).toISOString();
