import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gallonPriceCalls } from "../../contract/costs/gallon-prices.ts";
import { reportingCalls } from "../../contract/reporting/reporting.ts";
import { addUpAllDays } from "../metering/roll-up/add-up-days.ts";
import { days, finances, type PricedSite, type PricedUnit, period, pricedSite } from "./testing/priced-site.ts";

let site: PricedSite;
beforeAll(async () => {
  site = await pricedSite();
});
afterAll(() => site?.app.close());

interface Entry {
  unit_ids: number[];
  cost: number;
  start_date: string;
  end_date: string | null;
}

const post = (costs: unknown, who: object = site.who) =>
  site.app.ask(who, "POST", `${finances}/unit-gallon-price`, { costs });

async function inForce(query = "") {
  const answer = await site.app.ask(site.who, "GET", `${finances}/unit-gallon-price?page_size=50${query}`);
  expect(answer.status, answer.text).toBe(200);
  const call = gallonPriceCalls["GET /v1/reporting/portfolio-insights/finances/unit-gallon-price"];
  return call.response.parse(answer.json()).results;
}

async function leakCost(query: string) {
  const answer = await site.app.ask(site.who, "GET", `/v1/reporting/overview?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return reportingCalls["GET /v1/reporting/overview"].response.parse(answer.json()).leak_cost;
}

async function effect(body: object) {
  const answer = await site.app.ask(site.who, "POST", `${finances}/unit-gallon-price/effect`, body);
  expect(answer.status, answer.text).toBe(200);
  const call = gallonPriceCalls["POST /v1/reporting/portfolio-insights/finances/unit-gallon-price/effect"];
  return call.response.parse(answer.json());
}

async function forget() {
  const { worker } = site.app.connections;
  for (const table of ["unit_prices", "unit_price_entries", "organization_prices", "organization_price_entries"]) {
    await sql`delete from ${sql.table(table)}`.execute(worker);
  }
  await recalculateDays();
}

async function recalculateDays() {
  const { worker } = site.app.connections;
  for (const id of site.who.propertyIds) await worker.transaction().execute((tx) => addUpAllDays(tx, id));
}

/** All that is added up by property and day, and by bedrooms. */
async function keptDays() {
  const read = (table: string, ties: string) =>
    sql`select * from ${sql.table(table)} order by property_id, day, ${sql.ref(ties)}`.execute(
      site.app.connections.owner,
    );
  return [(await read("property_days", "day")).rows, (await read("bedroom_days", "bedrooms")).rows];
}

/** Thousandths of a dollar by unit and day: the last entry. */
function replay(entries: readonly Entry[]): Map<string, number> {
  const prices = new Map<string, number>();
  for (const { unit_ids, cost, start_date, end_date } of entries) {
    for (const unit of unit_ids) {
      for (const day of days) {
        if (start_date <= day && (end_date ?? "9999") >= day) prices.set(`${unit} ${day}`, Math.round(cost * 1000));
      }
    }
  }
  return prices;
}

/** Dollars and cents of a volume by day at the units' prices. */
function costOf(units: readonly PricedUnit[], of: "gallons" | "leaked", prices: Map<string, number>, other = 15) {
  let millionths = 0;
  for (const unit of units) {
    for (const [day, volume] of unit[of]) millionths += volume * (prices.get(`${unit.id} ${day}`) ?? other);
  }
  return Math.round(millionths / 10_000) / 100;
}

async function pricesInForce() {
  const found = (await inForce()).flatMap(({ prices }) => prices);
  const prices = new Map<string, number>();
  for (const { unit_ids, cost, start_date, end_date } of found) {
    for (const unit of unit_ids) {
      for (const day of days) {
        if (start_date > day || (end_date ?? "9999") < day) continue;
        expect(prices.has(`${unit} ${day}`), `${unit} ${day} has two prices`).toBe(false);
        prices.set(`${unit} ${day}`, Math.round(cost * 1000));
      }
    }
  }
  return prices;
}

const sorted = (prices: Map<string, number>) => [...prices].toSorted();

const someEntry = fc
  .record({
    units: fc.subarray([0, 1, 2], { minLength: 1 }),
    mills: fc.integer({ min: 1, max: 99_999 }),
    first: fc.integer({ min: 0, max: days.length - 1 }),
    length: fc.integer({ min: 0, max: days.length }),
    isOpen: fc.boolean(),
  })
  .map(({ units, mills, first, length, isOpen }): Entry => {
    const unit_ids = units.flatMap((i) => site.units[i]?.id ?? []);
    const end_date = isOpen ? null : (days[Math.min(days.length - 1, first + length)] ?? null);
    return { unit_ids, cost: mills / 1000, start_date: days[first] ?? "", end_date };
  });

test("applies the last price entered for each day, in any order of entries", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someEntry, { minLength: 1, maxLength: 7 }), async (entries) => {
      await forget();
      for (const [i, entry] of entries.entries()) {
        const result = await effect({ costs: [entry], start_date: days[0], end_date: days.at(-1) });
        const touched = site.units.filter((unit) =>
          result.properties.some(({ property_id }) => property_id === unit.property.id),
        );
        const [before, after] = [replay(entries.slice(0, i)), replay(entries.slice(0, i + 1))];
        expect(result).toMatchObject({
          total_cost_before: costOf(touched, "gallons", before),
          total_cost_after: costOf(touched, "gallons", after),
          leak_cost_before: costOf(touched, "leaked", before),
          leak_cost_after: costOf(touched, "leaked", after),
        });
        expect(sorted(await pricesInForce())).toEqual(sorted(before));
        const answer = await post([entry]);
        expect(answer.status, answer.text).toBe(201);
      }
      const model = replay(entries);
      expect(sorted(await pricesInForce())).toEqual(sorted(model));
      expect(await leakCost(period)).toBe(costOf(site.units, "leaked", model));
      for (const unit of site.units) {
        expect(await leakCost(`${period}&unit_id=${unit.id}`)).toBe(costOf([unit], "leaked", model));
        expect(await leakCost(`${period}&property_id=${unit.property.id}`)).toBe(
          costOf(
            site.units.filter(({ property }) => property === unit.property),
            "leaked",
            model,
          ),
        );
      }
      const added = await keptDays();
      await recalculateDays();
      expect(await keptDays()).toEqual(added);
      const history = (await inForce()).flatMap((row) =>
        row.history.map((priceEntry) => ({ ...priceEntry, row: row.property_id })),
      );
      expect(history.length).toBe(
        entries.reduce((sum, { unit_ids }) => {
          const houses = site.units.filter(({ id }) => unit_ids.includes(id)).map(({ property }) => property.id);
          return sum + new Set(houses).size;
        }, 0),
      );
    }),
    { numRuns: 15 },
  );
}, 240_000);

test("fifty concurrent clients leave one price a day, and the last one applies", async () => {
  await forget();
  const ids = site.units.map(({ id }) => id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      post([
        {
          unit_ids: i % 3 === 0 ? ids : [ids[i % 3]],
          cost: (i + 1) / 1000,
          start_date: days[(i * 7) % 11],
          end_date: i % 4 === 0 ? null : days[((i * 7) % 11) + (i % 5)],
        },
      ]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const rows = await inForce();
  const histories = rows.map(({ history }) => history.toSorted((a, b) => a.id - b.id));
  const whole = new Map(histories.flatMap((history) => [...replay(history)]));
  expect(sorted(await pricesInForce())).toEqual(sorted(whole));
  expect(rows.map(({ history_count }) => history_count)).toEqual([33, 34]);
  expect(await leakCost(period)).toBe(costOf(site.units, "leaked", whole));
});

// Covers calls-7
test("applies a call completely or not at all, with the same message for foreign and unknown units", async () => {
  await forget();
  const [own] = site.units;
  const entry = { cost: 0.5, start_date: days[0], end_date: null };
  const reject = async (unit: number) => {
    const answer = await post([
      { ...entry, unit_ids: [own?.id] },
      { ...entry, unit_ids: [unit] },
    ]);
    expect(answer.status).toBe(404);
    return { ...JSON.parse(answer.text), request_id: "" };
  };
  const foreign = await reject(site.foreign.id);
  expect(foreign).toMatchObject({ unit_ids: ["There is no such unit."] });
  expect(await reject(987_654_321)).toEqual(foreign);
  expect((await inForce()).flatMap(({ prices, history }) => [...prices, ...history])).toEqual([]);
  expect(await leakCost(period)).toBe(costOf(site.units, "leaked", new Map()));
  const onEffect = { costs: [{ ...entry, unit_ids: [site.foreign.id] }] };
  expect((await site.app.ask(site.who, "POST", `${finances}/unit-gallon-price/effect`, onEffect)).status).toBe(404);
  const lacks = { ...site.who, permissions: ["reporting.view_property_data_report" as const] };
  expect((await post([{ ...entry, unit_ids: [own?.id] }], lacks)).status).toBe(403);
});

test("logs price changes with their author for each property and organization", async () => {
  await forget();
  const unit_ids = site.units.map(({ id }) => id);
  const entry = { unit_ids, cost: 0.4, start_date: days[0], end_date: null };
  expect((await post([entry])).json()).toEqual({ property_ids: site.who.propertyIds, units_count: 3 });
  const inForceRows = await inForce();
  expect(inForceRows.map(({ property_name }) => property_name)).toEqual(["Ash House", "Oak House"]);
  expect(inForceRows[1]).toMatchObject({
    units_count: 2,
    prices: [{ unit_ids: unit_ids.slice(0, 2), cost: 0.4, start_date: days[0], end_date: null }],
    history: [{ cost: 0.4, made_by: "somebody@example.com", made_at: "2026-11-10T17:00:00.000Z" }],
  });
  expect(
    (await inForce(`&unit_id=${unit_ids[1]}`)).map(({ units_count, history }) => [units_count, history]),
  ).toMatchObject([[1, [{ unit_ids: [unit_ids[1]] }]]]);
  await site.app.ask(site.who, "POST", `${finances}/organization-gallon-price`, { cost: 0.3 });
  const logged = await sql`
    select action, actor, property_id, organization_id, after from audit_log
    where action in ('unit-price.set', 'organization-price.set') order by id desc limit 3`.execute(
    site.app.connections.owner,
  );
  const [oak, ash] = site.who.propertyIds;
  const by = { actor: "somebody@example.com", organization_id: site.organizations.ours };
  const after = (units_count: number) => ({ costs: [{ units_count, cost: 0.4, start_date: days[0], end_date: null }] });
  expect(logged.rows).toEqual([
    {
      ...by,
      action: "organization-price.set",
      property_id: null,
      after: { cost: 0.3, start_date: null, end_date: null },
    },
    { ...by, action: "unit-price.set", property_id: ash, after: after(1) },
    { ...by, action: "unit-price.set", property_id: oak, after: after(2) },
  ]);
});

// Covers calls-7
test("reports an invalid entry under its field", async () => {
  const unit_ids = [site.units[0]?.id];
  const good = { unit_ids, cost: 0.02, start_date: "2026-11-02", end_date: "2026-11-05" };
  const fieldsOf = async (...costs: object[]) => {
    const answer = await post(costs);
    expect(answer.status, answer.text).toBe(422);
    const { type, title, status, code, detail, request_id, ...fields } = JSON.parse(answer.text);
    return fields;
  };
  const { cost, ...free } = good;
  const { start_date, ...undated } = good;
  expect(await fieldsOf(free)).toEqual({ "costs.cost": ["Average Cost per Gallon is required"] });
  expect(await fieldsOf({ ...good, cost: "much" })).toEqual({ "costs.cost": ["Please enter a valid number"] });
  for (const none of [0, -0.01]) {
    expect(await fieldsOf({ ...good, cost: none })).toEqual({ "costs.cost": ["Cost must be greater than 0"] });
  }
  for (const fine of [0.0151, 1e-7]) {
    expect(await fieldsOf({ ...good, cost: fine })).toEqual({ "costs.cost": ["Maximum 3 decimal places allowed"] });
  }
  expect(await fieldsOf({ ...good, cost: 100.001 })).toHaveProperty(["costs.cost"]);
  expect(await fieldsOf(undated)).toEqual({ "costs.start_date": ["Start Date for Cost is required"] });
  expect(await fieldsOf({ ...good, start_date: "2026-02-30" })).toHaveProperty(["costs.start_date"]);
  expect(await fieldsOf({ ...good, end_date: "2026-11-01" })).toEqual({
    "costs.start_date": ["Start date cannot be later than end date"],
    "costs.end_date": ["End date cannot be earlier than start date"],
  });
  expect(await fieldsOf({ ...good, unit_ids: [] })).toHaveProperty(["costs.unit_ids"]);
  expect(await fieldsOf(good, { ...good, end_date: null, start_date: "2026-11-05" })).toEqual({
    "costs.start_date": [`Unit ${unit_ids[0]} has two prices for 2026-11-05 here. Give each of its days one.`],
  });
  const many = Array.from({ length: 5001 }, (_, i) => i + 1);
  expect(await fieldsOf({ ...good, unit_ids: many })).toHaveProperty(["costs.unit_ids"]);
  expect(await fieldsOf({ ...good, unit_ids: many.slice(0, 2501) }, { ...good, unit_ids: many.slice(2500) })).toEqual({
    "costs.unit_ids": ["Give at most 5,000 units at once."],
  });
  expect((await post([good, { ...good, start_date: "2026-11-06", end_date: null }])).status).toBe(201);
});

const organizationPrice = `${finances}/organization-gallon-price`;

test("applies the organization's default without a unit price, and the product's without either", async () => {
  await forget();
  const admin = { ...site.who, role: "organization admin" as const };
  const set = (body: object, who: object = admin) => site.app.ask(who, "POST", organizationPrice, body);
  expect((await set({ cost: 0.03 })).status).toBe(201);
  expect((await set({ cost: 0.05, start_date: "2026-10-30", end_date: "2026-11-02" })).status).toBe(201);
  expect((await set({ cost: 0.07, start_date: "2026-11-02", end_date: "2026-11-03" })).status).toBe(201);
  const listed = await site.app.ask(site.who, "GET", organizationPrice);
  expect((await site.app.ask({ ...admin, permissions: [] }, "GET", organizationPrice)).json()).toEqual(listed.json());
  const member = { ...site.who, role: "organization member" as const, permissions: [] };
  expect((await site.app.ask(member, "GET", organizationPrice)).status).toBe(403);
  expect(listed.json()).toMatchObject({
    count: 1,
    results: [
      {
        organization_id: site.organizations.ours,
        organization_name: "Ours",
        prices: [
          { cost: 0.03, start_date: null, end_date: "2026-10-29" },
          { cost: 0.05, start_date: "2026-10-30", end_date: "2026-11-01" },
          { cost: 0.07, start_date: "2026-11-02", end_date: "2026-11-03" },
          { cost: 0.03, start_date: "2026-11-04", end_date: null },
        ],
        history: [{ cost: 0.07 }, { cost: 0.05 }, { cost: 0.03, start_date: null, end_date: null }],
        history_count: 3,
      },
    ],
  });
  const mills = (day: string) => (day < "2026-10-30" || day > "2026-11-03" ? 30 : day < "2026-11-02" ? 50 : 70);
  const defaults = new Map(site.units.flatMap(({ id }) => days.map((day) => [`${id} ${day}`, mills(day)] as const)));
  expect(await leakCost(period)).toBe(costOf(site.units, "leaked", defaults));
  const [first] = site.units;
  const own = { unit_ids: [first?.id ?? 0], cost: 0.5, start_date: "2026-10-31", end_date: "2026-11-02" };
  expect((await post([own])).status).toBe(201);
  expect(await leakCost(period)).toBe(costOf(site.units, "leaked", new Map([...defaults, ...replay([own])])));

  const theirs = { ...admin, organizationIds: [site.organizations.theirs] };
  for (const organization_id of [site.organizations.theirs, 987_654_321]) {
    expect((await set({ organization_id, cost: 1 })).json()).toMatchObject({
      status: 404,
      organization_id: ["There is no such organization."],
    });
  }
  expect((await set({ cost: 1 }, { ...theirs, currentOrganizationId: null })).json()).toMatchObject({
    status: 422,
    organization_id: ["Choose an organization."],
  });
  expect((await set({ cost: 1 }, { ...site.who, role: "organization member" })).status).toBe(403);
  expect((await set({ cost: 0.0001 })).json()).toMatchObject({ cost: ["Maximum 3 decimal places allowed"] });
});

test("a moved property keeps its unit prices and takes the new organization's default", async () => {
  await forget();
  const [first, second] = site.units;
  if (first === undefined || second === undefined) throw new Error("The site has no units.");
  const own = { unit_ids: [first.id], cost: 0.5, start_date: "2026-10-31", end_date: "2026-11-02" };
  expect((await post([own])).status).toBe(201);
  const { worker } = site.app.connections;
  await worker
    .insertInto("organization_prices")
    .values({ organization_id: site.organizations.theirs, price: 0.09 })
    .execute();
  const move = (organization_id: number) =>
    worker.updateTable("properties").set({ organization_id }).where("id", "=", first.property.id).execute();
  await move(site.organizations.theirs);
  const [both, oak] = [
    { ...site.who, organizationIds: Object.values(site.organizations) },
    `property_id=${first.property.id}`,
  ];
  const answer = await site.app.ask(both, "GET", `/v1/reporting/overview?${period}&${oak}`);
  expect(answer.json()).toMatchObject({ leak_cost: costOf([first, second], "leaked", replay([own]), 90) });
  await move(site.organizations.ours);
  expect(await leakCost(`${period}&${oak}`)).toBe(costOf([first, second], "leaked", replay([own])));
});
