import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problem } from "../../contract/call/fields.ts";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import { reportRequests } from "./testing/report-requests.ts";

let site: LeakySite;
const NOW = at(20, 10);
const requests = reportRequests({ propertyId: 1, meter: "bath" });

beforeAll(async () => {
  site = await leakySite(NOW);
  expect(site.ours.propertyId).toBe(1);
  // The unit has water in every hour; the toilet runs from the 10th day on.
  await site.send(site.ours, [0, 20], (serial, day, hour) => (serial === "home" ? 3 : day > 10 ? 1 : hour % 7 ? 0 : 1));
});
afterAll(() => site?.app.close());

async function rejected(url: string) {
  const answer = await site.app.ask(site.ours.manager, "GET", url);
  return { status: answer.status, body: problem.parse(answer.json()), text: answer.text };
}

// Covers calls-1
test.each(requests)("$name succeeds with the parameters used here", async ({ url }) => {
  const answer = await site.app.ask(site.ours.manager, "GET", url());
  expect(answer.status, answer.text).toBe(200);
});

const named: [string, string | string[], number, RegExp][] = [
  ["ordering", "rm -rf", 400, /./],
  ["ordering", "-", 400, /./],
  ["ordering", ["property_name", "state"], 400, /./],
  ["page", "0", 400, /./],
  ["page", "1000000", 404, /^There is no page 1000000: the last one is \d+\.$/],
  ["page_size", "51", 400, /./],
  ["page_size", "", 400, /./],
  ["page_size", "50.0", 400, /./],
  ["page_size", "5e1", 400, /./],
  ["page_size", "+5", 400, /./],
  ["page_size", " 5", 400, /./],
  ["page_size", "0x5", 400, /./],
  ["days_ago", "07", 400, /./],
  ["days_ago", "-0", 400, /./],
  ["property_id", "1.0", 400, /./],
  ["organization_id", "x", 400, /./],
  ["days_ago", "2", 400, /./],
  ["bedrooms_from", "8", 400, /./],
  ["no_such_field", "1", 400, /not known here/],
];

describe.each(named)("rejects %s=%s under its name", (field, value, status, sentence) => {
  const those = requests.filter(({ takes }) => takes.has(field) || field === "no_such_field");
  test.each(those)("$name", async ({ url }) => {
    const { body, ...answer } = await rejected(url({ [field]: value }));
    expect(answer.status, answer.text).toBe(status);
    const messages = expect.arrayContaining([expect.stringMatching(sentence)]);
    expect(body).toMatchObject({ [field]: messages, detail: expect.stringMatching(/./) });
  });
});

test("names a wrong parameter in the detail if its name is that of a member of the problem", async () => {
  const { body } = await rejected("/v1/reporting/device-health/critical-alerts/meters?property_id=x&status=asleep");
  expect(body).toMatchObject({ status: 400, property_id: [expect.stringContaining("x")] });
  expect(body.detail).toMatch(/^property_id .*\. status .*online.*"asleep"/);
});

const places = { organization_id: "organization", property_id: "property", building_id: "building", unit_id: "unit" };

describe.each(Object.entries(places))("treats another tenant's %s as unknown", (field, noun) => {
  const foreign = () =>
    ({
      organization_id: site.theirs.organizationId,
      property_id: site.theirs.propertyId,
      building_id: site.theirs.buildingId,
      unit_id: site.theirs.unitId,
    })[field];
  const own = () =>
    ({
      organization_id: site.ours.organizationId,
      property_id: site.ours.propertyId,
      building_id: site.ours.buildingId,
      unit_id: site.ours.unitId,
    })[field];

  test.each(requests.filter(({ takes }) => takes.has(field)))("$name", async ({ name, url }) => {
    // A heat map is of a single building.
    const beside = name.endsWith("/heat-map") ? [] : [`${own()}`];
    const like = ({ body: { request_id: _id, ...body }, status }: Awaited<ReturnType<typeof rejected>>) => [
      status,
      body,
    ];
    const theirs = like(await rejected(url({ [field]: [...beside, `${foreign()}`] })));
    expect(theirs).toEqual(like(await rejected(url({ [field]: [...beside, "987654321"] }))));
    expect(theirs).toMatchObject([404, { code: "not_found", [field]: [`There is no such ${noun}.`] }]);
    const many = Array.from({ length: 5000 }, (_, i) => String(i + 1));
    const { status, body } = await rejected(url({ [field]: many }));
    const bound = expect.stringMatching(
      name.endsWith("/heat-map") ? /./ : / must be a list of at most 1,000, not of 5,000/,
    );
    expect([status, body]).toMatchObject([400, { [field]: [bound] }]);
    expect((await site.app.ask(site.ours.manager, "GET", url({ [field]: `${own()}` }))).status).toBe(200);
  });
});

describe("days", () => {
  const ranged = requests.filter(({ takes }) => takes.has("start_date") && takes.has("end_date"));
  const range = (start_date: string, end_date: string) => ({ start_date, end_date });
  // At 15:00 of the 21st in UTC the 22nd has begun where days begin first.
  const [today, tomorrow] = ["2026-06-22", "2026-06-23"];

  test.each(ranged)(
    "$name: rejects a range that ends before it starts, is in the future, or longer than two years",
    async ({ url }) => {
      expect(await rejected(url(range("2026-06-09", "2026-06-08")))).toMatchObject({
        status: 400,
        body: { start_date: ["start_date cannot be later than end_date."] },
      });
      expect(await rejected(url(range("2026-06-09", tomorrow)))).toMatchObject({
        status: 400,
        body: { end_date: ["end_date is in the future."] },
      });
      expect(await rejected(url(range("2030-01-01", "2030-01-02")))).toMatchObject({
        status: 400,
        body: { start_date: ["start_date is in the future."], end_date: ["end_date is in the future."] },
      });
      expect(await rejected(url(range("2024-06-08", "2026-06-10")))).toMatchObject({
        status: 400,
        body: { start_date: expect.arrayContaining([expect.stringMatching(/at most (two years|92 days)/)]) },
      });
      const fine = await site.app.ask(site.ours.manager, "GET", url(range("2026-06-09", today)));
      expect(fine.status, fine.text).toBe(200);
      // Long before any data is stored the report is empty, and the response is still a success.
      const before = await site.app.ask(site.ours.manager, "GET", url(range("2020-01-01", "2020-01-31")));
      expect(before.status, before.text).toBe(200);
    },
  );

  test.each(requests.filter(({ takes }) => takes.has("date")))(
    "$name: rejects a date in the future",
    async ({ url }) => {
      expect(await rejected(url({ date: tomorrow }))).toMatchObject({
        status: 400,
        body: { date: ["date is in the future."] },
      });
    },
  );
});
