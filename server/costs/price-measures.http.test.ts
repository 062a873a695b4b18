import { afterAll, beforeAll, expect, test } from "vitest";
import { financeCalls } from "../../contract/costs/finances.ts";
import { gallonPriceCalls } from "../../contract/costs/gallon-prices.ts";
import { gallonsIn, type Measure, measures, priceIn } from "../../contract/display/measures.ts";
import { days, finances, type PricedSite, period, pricedSite } from "./testing/priced-site.ts";

let site: PricedSite;
beforeAll(async () => {
  site = await pricedSite();
});
afterAll(() => site?.app.close());

const unitPrice = `${finances}/unit-gallon-price`;
const entry = (cost: number, measure?: Measure | string) => ({
  unit_ids: site.units.map(({ id }) => id),
  cost,
  measure,
  start_date: days[0],
});

test.each([
  ["gallon", 0.015],
  ["litre", 0.003963],
  ["cubic metre", 5.327],
  ["cubic foot", 0.149],
  ["CCF", 14.999],
] as const)(
  "a price per %s comes back as it was typed, and costs are that price times the volume",
  async (measure, cost) => {
    const set = await site.app.ask(site.who, "POST", unitPrice, { costs: [entry(cost, measure)] });
    expect(set.status, set.text).toBe(201);
    const found = await site.app.ask(site.who, "GET", `${unitPrice}?page_size=50`);
    const { results } = gallonPriceCalls[`GET ${unitPrice}`].response.parse(found.json());
    const prices = results.flatMap(({ prices: ofProperty }) => ofProperty.map((price) => priceIn(measure, price.cost)));
    expect(new Set(prices)).toEqual(new Set([cost]));
    const costs = await site.app.ask(site.who, "GET", `${finances}/costs?${period}`);
    expect(costs.status, costs.text).toBe(200);
    const { leak_related_cost } = financeCalls[`GET ${finances}/costs`].response.parse(costs.json());
    const leaked =
      site.units.reduce((sum, unit) => sum + [...unit.leaked.values()].reduce((a, b) => a + b, 0), 0) / 1000;
    expect(Math.abs((leak_related_cost ?? 0) - (leaked / gallonsIn(measure)) * cost)).toBeLessThan(0.006);
  },
);

test("files have volumes in the measure that is asked for, and say so", async () => {
  const leaks = `/v1/reporting/leak-report/leak-overview/export?${period}&file_type=csv&columns=unit_name&columns=gallons_leaked`;
  const read = async (more = "") => {
    const answer = await site.app.ask(site.who, "GET", leaks + more);
    expect(answer.status, answer.text).toBe(200);
    const [heading = "", ...rows] = answer.text
      .replace(/^\uFEFF/, "")
      .trim()
      .split("\r\n");
    return { heading, figures: rows.map((row) => Number(row.split(",")[1])) };
  };
  const gallons = await read("&headings=fields");
  expect(gallons.heading).toBe("unit_name,gallons_leaked (gallons)");
  const cubic = await read("&measure=cubic%20metre");
  expect(cubic.heading).toBe("Unit,Leak Cubic Meters (m³)");
  expect(cubic.figures).toEqual(
    gallons.figures.map((figure) => Number((figure / gallonsIn("cubic metre")).toFixed(3))),
  );
  const exact = await read("&measure=CCF&headings=fields");
  expect(exact.heading).toBe("unit_name,gallons_leaked (CCF)");
  expect(exact.figures.map((figure) => Number((figure * gallonsIn("CCF")).toFixed(3)))).toEqual(gallons.figures);
});

test("rejects an unknown measure, a fourth decimal and a price that is too high", async () => {
  const rejected = async (cost: number, measure: string) => {
    const answer = await site.app.ask(site.who, "POST", unitPrice, { costs: [entry(cost, measure)] });
    expect(answer.status).toBe(422);
    return answer.text;
  };
  expect(await rejected(5, "barrel")).toContain(`measure must be one of ${measures.join(", ")}.`);
  expect(await rejected(5.3271, "cubic metre")).toContain("Maximum 3 decimal places allowed");
  expect(await rejected(0.0039631, "litre")).toContain("Maximum 6 decimal places allowed");
  expect(await rejected(26_500, "cubic metre")).toContain("Cost must be at most 26417 per cubic metre");
});
