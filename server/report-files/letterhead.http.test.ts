import { sql } from "kysely";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letterheadCalls } from "../../contract/accounts/letterhead.ts";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import { allWithRole, readPdf } from "./testing/read-pdf.ts";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(20));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 20], () => 2);
});
afterAll(() => site?.app.close());

const path = () => `/v1/organizations/${site.ours.organizationId}/letterhead`;
const put = (body: object, who: object = site.ours.manager) => site.app.ask(who, "PUT", path(), body);
const read = async () =>
  letterheadCalls["GET /v1/organizations/{id}/letterhead"].response.parse(
    (await site.app.ask(site.ours.manager, "GET", path())).json(),
  );
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });
const base64 = async (image: Sharp) => (await image.toBuffer()).toString("base64");

async function report(who: object, query = "start_date=2026-06-12&end_date=2026-06-18") {
  const answer = await site.app.ask(who, "GET", `/v1/reporting/portfolio-insights/owner-report/export?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return readPdf(answer.bytes);
}
const logosIn = ({ elements }: Awaited<ReturnType<typeof report>>) =>
  allWithRole(elements, "Figure").flatMap(({ alt }) => (alt?.startsWith("Logo") ? [alt] : []));

test("name and logo are on the organization's report, with alternative text, and on no other", async () => {
  expect(await read()).toMatchObject({ name: "", logo: null });
  expect(logosIn(await report(site.ours.manager))).toEqual([]);
  const saved = await put({ name: "Oak Management", logo: await base64(picture(1200, 300).png()) });
  expect(saved.status, saved.text).toBe(200);
  const { logo } = await read();
  expect(logo).toMatchObject({ width: 600, height: 150 });
  expect(await sharp(Buffer.from(logo?.png ?? "", "base64")).metadata()).toMatchObject({
    format: "png",
    hasAlpha: true,
    width: 600,
  });
  const own = await report(site.ours.manager);
  expect(logosIn(own)).toEqual(["Logo of Oak Management"]);
  expect(own.text).toContain("Prepared by Oak Management on");
  const theirs = await report(site.theirs.manager);
  expect([logosIn(theirs), theirs.text.includes("Oak")]).toEqual([[], false]);
  const both = {
    organizationIds: [site.ours.organizationId, site.theirs.organizationId],
    propertyIds: [site.ours.propertyId, site.theirs.propertyId],
  };
  expect(logosIn(await report(both))).toEqual([]);
  // The name is changed, the logo stays; then it is removed.
  expect((await put({ name: "Elm Management" })).status).toBe(200);
  expect(await read()).toMatchObject({ name: "Elm Management", logo: { width: 600 } });
  expect((await put({ name: "", logo: null })).status).toBe(200);
  expect(await read()).toMatchObject({ name: "", logo: null });
  const entries = await sql<{ n: string }>`
    select count(*) as n from audit_log where action = 'letterhead.change'`.execute(site.app.connections.owner);
  expect(Number(entries.rows[0]?.n)).toBe(3);
});

test("a JPEG is upright and without the place where it was taken", async () => {
  const taken = await base64(
    sharp({ create: { width: 100, height: 50, channels: 3, background: "#fff" } })
      .withExif({ IFD0: { Model: "Phone of Sam" } })
      .withMetadata({ orientation: 6 })
      .jpeg(),
  );
  expect((await put({ name: "Oak", logo: taken })).status).toBe(200);
  const { logo } = await read();
  expect(logo).toMatchObject({ width: 50, height: 100 });
  expect(Buffer.from(logo?.png ?? "", "base64").includes("Phone of Sam")).toBe(false);
});

test.each([
  ["no picture", async () => Buffer.from("<svg/>").toString("base64"), /PNG or JPEG/],
  [
    "an SVG that is called a picture",
    async () => Buffer.from("<?xml version='1.0'?><svg/>").toString("base64"),
    /PNG or JPEG/,
  ],
  ["a WebP", () => base64(picture(8, 8).webp()), /PNG or JPEG/],
  ["half a file", async () => (await picture(300, 300).png().toBuffer()).subarray(0, 200).toString("base64"), /broken/],
  ["too many pixels", () => base64(picture(5000, 4000).png()), /16 million pixels/],
  ["too many bytes", async () => "A".repeat(700_004), /512 KB/],
  ["no Base64", async () => "data:image/png;base64,AAAA", /Base64/],
])("a logo is rejected that is %s", async (_, make, sentence) => {
  const answer = await put({ name: "Oak", logo: await make() });
  expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(sentence)]);
});

test("another organization's is neither read nor changed", async () => {
  const { manager } = site.theirs;
  expect((await site.app.ask(manager, "GET", path())).status).toBe(404);
  expect((await put({ name: "Theirs" }, manager)).status).toBe(404);
  expect((await put({ name: "Member" }, { ...site.ours.manager, role: "organization member" })).status).toBe(403);
});
