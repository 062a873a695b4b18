import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { permission } from "../../../contract/accounts/session.ts";
import { reportSubscriptionCalls } from "../../../contract/notifications/report-subscriptions.ts";
import { deleteUser } from "../../accounts/users/change-users.ts";
import { IdRow, queryRows } from "../../database/query-rows.ts";
import { at, HOUR, type LeakySite, leakySite } from "../../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../../mail/mailer.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { readWorkbook } from "../../report-files/testing/read-workbook.ts";
import { deliverMessages } from "../deliver.ts";
import { readMailLink, unsubscribeByLink } from "../mail-links.ts";
import { deliveryDeps } from "../testing/delivery-deps.ts";
import { correctReports } from "./correct-reports.ts";
import { addDueReports } from "./send-due.ts";

const OWN = "/v1/me/report-subscriptions";
/** Mondays at 07:00 in Chicago; day 0 is a Monday. */
const MONDAYS = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0";
const PERMISSIONS = sql.lit(`{${permission.options.join(",")}}`);

let site: LeakySite;
let ann: number;
let sent: (Mail & { messageId: string })[];
let mailError: Error | null;
/** Gallons an hour that leak. */
let leak = 3;

const water = (serial: string, _day: number, hour: number) => leak + (serial === "home" ? (hour * 5) % 9 : 0);
const all = () => `/v1/admin/organizations/${site.ours.organizationId}/report-subscriptions`;
const asAnn = (over: object = {}) => ({
  ...site.ours.manager,
  userId: ann,
  email: "ann@example.com",
  currentOrganizationId: site.ours.organizationId,
  ...over,
});

const deps = () =>
  deliveryDeps(site, async (mail, messageId) => {
    if (mailError !== null) throw mailError;
    sent.push({ ...mail, messageId });
  });

/** Goes to an instant and does all that is due by then. */
async function go(day: number, hour = 0) {
  site.app.clock.now = Date.parse(at(day, hour));
  await settle();
}
async function settle() {
  await addDueReports(deps());
  await correctReports(deps());
  await deliverMessages(deps());
}

const WEEKLY = { kind: "portfolio workbook", property_ids: null, days: "last_7_days", rule: MONDAYS };
async function ask(path: string, wanted: object, who: object = asAnn()) {
  return site.app.ask(who, "POST", path, { time_zone: "America/Chicago", ...WEEKLY, ...wanted });
}
async function add(wanted: object = {}, path = OWN) {
  const answer = await ask(path, wanted);
  expect(answer.status, answer.text).toBe(201);
  return reportSubscriptionCalls["POST /v1/me/report-subscriptions"].response.parse(answer.json());
}
async function listed(path = OWN) {
  const answer = await site.app.ask(asAnn(), "GET", path);
  return reportSubscriptionCalls["GET /v1/me/report-subscriptions"].response.parse(answer.json()).results;
}
async function stateOf() {
  const path = `/v1/admin/organizations/${site.ours.organizationId}/deliveries`;
  const answer = await site.app.ask(asAnn(), "GET", path);
  return answer.json();
}
const tokenOf = (mail: Mail | undefined) => /token=([\w.-]+)/.exec(mail?.unsubscribe?.oneClick ?? "")?.[1] ?? "";
const summaryOf = (mail: Mail | undefined) => {
  const lines = readWorkbook(mail?.attachments?.[0]?.bytes ?? new Uint8Array()).get("Summary")?.lines ?? [];
  return (name: string) => lines.find((line) => String(line[0]?.value).startsWith(name))?.[1]?.value;
};

beforeAll(async () => {
  site = await leakySite(at(20));
  const { accounts } = site.app.connections;
  const made = await sql<{ id: number }>`
    insert into users (email, first_name, last_name) values ('ann@example.com', 'Ann', 'Lee') returning id`.execute(
    accounts,
  );
  ann = made.rows[0]?.id ?? 0;
  await sql`
    insert into memberships (user_id, organization_id, role, permissions)
    values (${ann}, ${site.ours.organizationId}, 'organization admin', ${PERMISSIONS})`.execute(accounts);
  await site.send(site.theirs, [0, 20], water);
});
afterAll(() => site?.app.close());

beforeEach(async () => {
  const { accounts, owner, worker } = site.app.connections;
  for (const table of ["report_subscriptions", "messages"])
    await sql`delete from ${sql.table(table)}`.execute(accounts);
  await sql`update memberships set permissions = ${PERMISSIONS}`.execute(accounts);
  await sql`update users set preferences = '{}' where id = ${ann}`.execute(accounts);
  await sql`delete from meter_days where property_id = ${site.ours.propertyId}`.execute(worker);
  await sql`delete from unit_prices`.execute(owner);
  [sent, mailError, leak] = [[], null, 3];
  site.app.clock.now = Date.parse(at(20));
  await site.send(site.ours, [0, 20], water);
});

test("a share just below a limit is not rounded up to it", async () => {
  site.app.clock.now = Date.parse(at(10));
  await add();
  const { worker } = site.app.connections;
  await sql`update property_days set gallons = 100000, toilet_leak = 9980, heater_leak = 0, other_leak = 0
    where property_id = ${site.ours.propertyId}`.execute(worker);
  await go(14, 7);
  expect(sent[0]?.text).toContain("Share of water lost: <10.0%");
});

test("is sent on its schedule with the figures of its days, and says when it is next", async () => {
  site.app.clock.now = Date.parse(at(10));
  const made = await add();
  expect(made).toMatchObject({ next_at: at(14, 7), last_sent_at: null, recipients: [{ email: "ann@example.com" }] });
  await go(14, 6);
  expect(sent).toEqual([]);
  await go(14, 7);
  expect(sent).toHaveLength(1);
  const [mail] = sent;
  const days = "start_date=2026-06-08&end_date=2026-06-14";
  const overview = (await site.app.ask(asAnn(), "GET", `/v1/reporting/overview?${days}`)).json();
  const summary = summaryOf(mail);
  expect(summary("Water used")).toBe(Reflect.get(Object(overview), "gallons_consumed"));
  expect(summary("Water lost")).toBe(Reflect.get(Object(overview), "gallons_leaked"));
  expect(Number(summary("Water lost"))).toBeGreaterThan(400);
  expect(mail?.subject).toBe("Water and leaks of the portfolio: Ours House, Jun 8, 2026 – Jun 14, 2026");
  expect(mail?.attachments?.[0]?.name).toBe("portfolio_2026-06-08_2026-06-14.xlsx");
  expect(mail?.text).toContain("100% of the expected meter-days are in.");
  expect(mail?.text).toContain("https://water.example.com/owner-report?period=custom-date-range&start_date=2026-06-08");
  expect(mail?.html).toContain("Water lost");
  expect(await listed()).toMatchObject([{ id: made.id, next_at: at(21, 7), last_sent_at: at(14, 7) }]);
  await go(20, 23);
  expect(sent).toHaveLength(1);
  await site.send(site.ours, [20, 21], water);
  await go(21, 7);
  expect(sent).toHaveLength(2);
});

test("with a number of times it is sent so often, also when that of the first day is over", async () => {
  site.app.clock.now = Date.parse(at(12, 12));
  const made = await add({ rule: "FREQ=DAILY;COUNT=1;BYHOUR=7", days: "yesterday" });
  expect(made.next_at).toBe(at(13, 7));
  for (const day of [13, 14, 15]) await go(day, 7);
  expect(sent).toHaveLength(1);
});

test("is sent once for the times that passed while no server ran", async () => {
  site.app.clock.now = Date.parse(at(1));
  await add({ rule: "FREQ=DAILY;BYHOUR=6;BYMINUTE=0", days: "yesterday" });
  await go(18, 12);
  expect(sent.map(({ subject }) => subject)).toEqual(["Water and leaks of the portfolio: Ours House, Jun 18, 2026"]);
});

test.each([
  ["has no further date", "FREQ=MONTHLY;INTERVAL=99999999;BYHOUR=23;BYMINUTE=0", true],
  ["cannot be read any more", "FREQ=SOMETIMES", false],
])("one whose stored rule %s does not hold up others", async (_, rule, isOver) => {
  site.app.clock.now = Date.parse(at(13, 12));
  const { id } = await add();
  await add();
  const stored = sql`update report_subscriptions set rule = ${rule}, next_at = ${at(13, 23)} where id = ${id}`;
  await stored.execute(site.app.connections.accounts);
  site.app.clock.now = Date.parse(at(14, 7));
  const added = addDueReports(deps());
  await (isOver ? added : expect(added).rejects.toThrow());
  await deliverMessages(deps());
  expect(sent).toHaveLength(isOver ? 2 : 1);
  expect(await listed()).toMatchObject([{ next_at: at(21, 7) }, { id, next_at: isOver ? null : at(13, 23) }]);
});

test("has a whole lease for its mail, however long it takes to make", async () => {
  await add({ rule: null });
  await addDueReports(deps());
  let leftMs = 0;
  const clock = () => {
    site.app.clock.now += 60_000;
    return site.app.clock.now;
  };
  const slow = deliveryDeps(site, async () => {
    const { rows } = await sql<{ at: Date }>`select leased_until as at from messages`.execute(
      site.app.connections.accounts,
    );
    leftMs = (rows[0]?.at.getTime() ?? 0) - site.app.clock.now;
  });
  await deliverMessages({ ...slow, clock });
  expect(leftMs).toBe(120_000);
});

test("is not mailed by a sender whose lease ran out while it made it, and that another took meanwhile", async () => {
  await add({ rule: null });
  await addDueReports(deps());
  const { accounts, owner } = site.app.connections;
  let sending = Promise.resolve();
  await owner.transaction().execute(async (tx) => {
    await sql`lock table meters`.execute(tx);
    sending = deliverMessages(deps());
    const take = () =>
      sql`update messages set attempts = 2, leased_until = leased_until + interval '2 minutes' where attempts = 1 returning id`.execute(
        accounts,
      );
    await expect.poll(async () => (await take()).rows).toHaveLength(1);
  });
  await sending;
  expect(sent).toEqual([]);
});

test("one for now does not wait for its data, and one with a day that is not over is not corrected", async () => {
  site.app.clock.now = Date.parse(at(50, 12));
  await add({ rule: null, days: "dates", start_date: "2026-07-20", end_date: "2026-07-21" });
  await settle();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain("\n0% of the expected meter-days are in.");
  await site.send(site.ours, [49, 51], water);
  await go(52);
  await go(54);
  expect(sent).toHaveLength(1);
});

test("an owner's report is a PDF", async () => {
  await add({ kind: "owner report", rule: null, days: "dates", start_date: "2026-06-03", end_date: "2026-06-16" });
  await settle();
  const [file] = sent[0]?.attachments ?? [];
  expect([file?.name, file?.type]).toEqual(["owner-report_2026-06-03_2026-06-16.pdf", "application/pdf"]);
  expect(Buffer.from(file?.bytes ?? []).toString("latin1", 0, 5)).toBe("%PDF-");
});

test("is sent once, now, and is over then", async () => {
  await add({ kind: "leak list", rule: null, days: "dates", start_date: "2026-06-03", end_date: "2026-06-05" });
  await settle();
  expect(sent[0]?.attachments?.[0]?.name).toBe("leaks_2026-06-03_2026-06-05.xlsx");
  expect(await listed()).toEqual([]);
});

const DAYS = "period=custom-date-range&start_date=2026-06-03&end_date=2026-06-05";
const PORTFOLIO = "{reporting.view_asset_data_report}";
test.each([
  ["owner report", PORTFOLIO, `/owner-report?${DAYS}`],
  ["leak list", `{${permission.options}}`, `/top5-leaks-details?${DAYS}`],
  ["leak list", PORTFOLIO, `/properties?${DAYS}`],
  ["device health", `{${permission.options}}`, "/gateway-device-health?date=2026-06-05"],
  ["device health", PORTFOLIO, "/portfolio-gateway-device-health?date=2026-06-05"],
])("the %s of a person with %s leads to the page of the same days, in its organization", async (kind, may, page) => {
  const { organizationId, propertyId } = site.ours;
  await sql`update memberships set permissions = ${sql.lit(may)}`.execute(site.app.connections.accounts);
  const days = { kind, rule: null, days: "dates", start_date: "2026-06-03", end_date: "2026-06-05" };
  await add(days);
  await add({ ...days, property_ids: [propertyId] });
  await settle();
  const own = (search: string) => expect.stringContaining(`https://water.example.com${page}&${search}\n`);
  expect(sent.map(({ text }) => text)).toEqual([
    own(`organization_id=${organizationId}`),
    own(`property_id=${propertyId}`),
  ]);
});

describe("to addresses without an account", () => {
  const toOwner = { user_ids: [], addresses: ["Owner@example.com", "owner@example.com"] };

  test("it has exactly the properties that an administrator granted, in the language chosen for them", async () => {
    await add(
      { ...toOwner, rule: null, property_ids: [site.ours.propertyId], language: "es", measure: "litre" },
      all(),
    );
    await settle();
    expect(sent.map(({ to }) => to)).toEqual(["owner@example.com"]);
    expect(sent[0]?.text).not.toContain("/owner-report");
    expect(sent[0]?.html).toContain('lang="es"');
    expect(sent[0]?.text).toMatch(/[\d.,]+ L/);
  });

  test("it ends by one click, for that address alone", async () => {
    const addresses = [...toOwner.addresses, "ANN@example.com"];
    const made = await add({ ...toOwner, addresses, property_ids: [site.ours.propertyId] }, all());
    await go(21);
    await site.send(site.ours, [20, 21], water);
    await go(21, 7);
    const token = tokenOf(sent.find(({ to }) => to === "owner@example.com"));
    const view = await readMailLink(deps(), token);
    expect(view).toMatchObject({
      does: "end_report",
      email: "owner@example.com",
      report: "portfolio workbook",
      is_done: false,
    });
    await unsubscribeByLink(deps(), token, "request");
    expect(await readMailLink(deps(), token)).toMatchObject({ is_done: true });
    await go(28);
    await site.send(site.ours, [21, 28], water);
    await go(28, 7);
    expect(sent.map(({ to }) => to).toSorted()).toEqual(["ann@example.com", "ann@example.com", "owner@example.com"]);
    const [one] = await listed(all());
    expect(one?.recipients.map(({ email, ended_at }) => [email, ended_at !== null])).toEqual([
      ["ann@example.com", false],
      ["owner@example.com", true],
    ]);
    const gone = await site.app.ask(asAnn(), "DELETE", `${all()}/${made.id}`);
    expect(gone.status, gone.text).toBe(200);
    expect(await listed(all())).toEqual([]);
  });
});

test("nobody gets what they may not see at the moment of sending", async () => {
  const { accounts } = site.app.connections;
  await add();
  await sql`update memberships set permissions = '{}'`.execute(accounts);
  await go(21, 7);
  expect(sent).toEqual([]);
  expect(await stateOf()).toMatchObject({ results: [{ state: "dropped", report: "portfolio workbook" }] });
});

test.each([
  ["is archived", sql`archived_at = now()`],
  ["moves to another organization", sql`organization_id = (select max(id) from organizations)`],
])("nobody gets a property that %s", async (_, change) => {
  const { owner } = site.app.connections;
  await add(
    { rule: null, property_ids: [site.ours.propertyId], user_ids: [ann], addresses: ["owner@example.com"] },
    all(),
  );
  await sql`update properties set ${change} where id = ${site.ours.propertyId}`.execute(owner);
  await settle();
  await sql`update properties set archived_at = null, organization_id = ${site.ours.organizationId}
    where id = ${site.ours.propertyId}`.execute(owner);
  expect(sent).toEqual([]);
  expect(await stateOf()).toMatchObject({ results: [{ state: "dropped" }, { state: "dropped" }] });
});

test("ends for a person who ends it", async () => {
  const { id } = await add();
  const answer = await site.app.ask(asAnn(), "DELETE", `${OWN}/${id}`);
  expect(answer.status, answer.text).toBe(200);
  expect((await site.app.ask(asAnn(), "DELETE", `${OWN}/${id}`)).status).toBe(404);
  await go(21, 7);
  expect(sent).toEqual([]);
});

test("ends for a deleted user, and as a whole without another recipient", async () => {
  const { connections } = site.app;
  const { organizationId } = site.ours;
  const [bob] = await queryRows(connections.accounts, IdRow)`
    insert into users (email) values ('bob@example.com') returning id`;
  const id = bob?.id ?? 0;
  await sql`insert into memberships (user_id, organization_id, role, permissions)
    values (${id}, ${organizationId}, 'organization admin', ${PERMISSIONS})`.execute(connections.accounts);
  await add({ user_ids: [id], addresses: [] }, all());
  const both = await add({ user_ids: [ann, id], addresses: [] }, all());
  const scope: RequestScope = {
    ...{ userId: 0, email: "ion@example.com", isStaff: true, role: "IONAdmin", permissions: [] },
    ...{ currentOrganizationId: null, organizationIds: [organizationId], propertyIds: [] },
  };
  const actor = { userId: null, email: scope.email, requestId: "", at: site.app.clock.now };
  const mailer = { canSend: false };
  await deleteUser({ connections, mailer, baseUrl: "http://localhost" }, { scope, actor, shown: null }, id, () => true);
  expect(await listed(all())).toMatchObject([{ id: both.id, recipients: [{ email: "ann@example.com" }] }]);
  await go(21, 7);
  expect(sent.map(({ to }) => to)).toEqual(["ann@example.com"]);
  expect(await stateOf()).toMatchObject({ results: [{ recipient: "ann@example.com" }] });
});

test("waits for its data, and no longer than it may", async () => {
  site.app.clock.now = Date.parse(at(40));
  await add({ rule: "FREQ=DAILY;BYHOUR=6;BYMINUTE=0", days: "yesterday", wait_hours: 12 });
  await go(40, 6);
  await go(40, 10);
  expect(sent).toEqual([]);
  await site.send(site.ours, [39, 40], water);
  await go(40, 11);
  expect(sent[0]?.text).toContain("100% of the expected meter-days are in.");
  await go(41, 6);
  expect(sent).toHaveLength(1);
  await go(41, 18);
  expect(sent[1]?.text).toContain("\n0% of the expected meter-days are in.");
});

test("waits for the end of its last day where its properties are, and is corrected as others are", async () => {
  /** 07:00 in Kolkata, where it is 20:30 of the day before in Chicago. */
  const [sevenInKolkata, midnight] = [20.5, 24];
  const until = (last: number) => (serial: string, day: number, hour: number) =>
    day < 20 || hour < last ? water(serial, day, hour) : null;
  site.app.clock.now = Date.parse(at(20, 12));
  await add({ rule: "FREQ=DAILY;BYHOUR=7;BYMINUTE=0", days: "yesterday", time_zone: "Asia/Kolkata" });
  await go(20, sevenInKolkata - 0.5);
  await site.send(site.ours, [20, 21], until(20));
  await go(20, sevenInKolkata);
  expect(sent).toEqual([]);
  await go(20, midnight - 0.25);
  await site.send(site.ours, [20, 21], water);
  await go(20, midnight + 0.25);
  expect(sent.map(({ subject }) => subject)).toEqual(["Water and leaks of the portfolio: Ours House, Jun 21, 2026"]);
  leak = 6;
  await site.send(site.ours, [20, 21], water);
  site.app.clock.now = Date.parse(at(21, 20.4));
  await settle();
  expect(sent.map(({ subject }) => subject.slice(0, 9))).toEqual(["Water and", "Corrected"]);
});

test("a corrected report follows when late data change a figure by more than 2 %, once, within 14 days", async () => {
  await add();
  await site.send(site.ours, [20, 21], water);
  await go(21, 7);
  await go(22, 7);
  expect(sent).toHaveLength(1);
  leak = 6;
  await site.send(site.ours, [18, 20], water);
  await go(23, 7);
  expect(sent).toHaveLength(2);
  const [first, corrected] = sent;
  expect(corrected?.subject).toMatch(/^Corrected: Water and leaks of the portfolio/);
  expect(corrected?.references).toEqual([`${first?.messageId}`]);
  const lost = Number(summaryOf(first)("Water lost"));
  const now = Number(summaryOf(corrected)("Water lost"));
  expect(now).toBeGreaterThan(lost * 1.02);
  const gallons = (value: number) => Math.round(value).toLocaleString("en-US");
  expect(corrected?.text).toContain(`Water lost: ${gallons(now)} gal, not ${gallons(lost)} gal`);
  await go(24, 7);
  expect(sent).toHaveLength(2);
  leak = 9;
  await site.send(site.ours, [16, 18], water);
  await go(36, 0);
  expect(sent.filter(({ subject }) => subject.startsWith("Corrected")).length).toBe(2);
  leak = 12;
  await site.send(site.ours, [15, 16], water);
  await go(37, 0);
  await go(60, 0);
  expect(sent.filter(({ text }) => text.includes("Jun 15, 2026")).length).toBe(3);
});

test("a corrected report also follows a price that is set for past days, and names no other reason", async () => {
  site.app.clock.now = Date.parse(at(13));
  await add();
  await go(14, 7);
  const price = { unit_ids: [site.ours.unitId], cost: 0.04, start_date: "2026-06-01", end_date: "2026-06-30" };
  const path = "/v1/reporting/portfolio-insights/finances/unit-gallon-price";
  const answer = await site.app.ask(asAnn(), "POST", path, { costs: [price] });
  expect(answer.status, answer.text).toBe(201);
  await go(15, 7);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.text).toMatch(/^Figures changed by more than 2 % after this report was sent\. The attached file /m);
  expect(sent[1]?.text).toMatch(/^Cost of leaks: \$\d+\.\d\d, not \$\d+\.\d\d$/m);
  expect(sent[1]?.text).not.toMatch(/^Water .*, not/m);
});

test("one that cannot be compared does not hold up others, and is corrected once it can", async () => {
  site.app.clock.now = Date.parse(at(13));
  await add();
  await add({ kind: "leak list" });
  await go(14, 7);
  leak = 6;
  await site.send(site.ours, [8, 12], water);
  const setFirstField = (field: string) =>
    sql`
      update report_messages set figures = jsonb_set(figures, '{0,field}', ${JSON.stringify(field)}::jsonb)
      where message_id = ${sent[0]?.messageId.split("@")[0]}`.execute(site.app.connections.accounts);
  await setFirstField("unknown");
  site.app.clock.now = Date.parse(at(27, 12));
  await expect(correctReports(deps())).rejects.toThrow();
  await deliverMessages(deps());
  expect(sent.slice(2).map(({ references }) => references)).toEqual([[sent[1]?.messageId]]);
  await setFirstField("gallons_consumed");
  await correctReports(deps());
  await deliverMessages(deps());
  expect(sent.slice(3).map(({ references }) => references)).toEqual([[sent[0]?.messageId]]);
});

test("is not corrected for a property that its reader gained, and without totals for late data of another", async () => {
  const { owner } = site.app.connections;
  const moveTo = (organizationId: number) =>
    sql`update properties set organization_id = ${organizationId} where id = ${site.theirs.propertyId}`.execute(owner);
  site.app.clock.now = Date.parse(at(13));
  await add();
  await go(14, 7);
  await moveTo(site.ours.organizationId);
  try {
    await go(15, 7);
    expect(sent).toHaveLength(1);
    leak = 6;
    await site.send(site.ours, [10, 12], water);
    await go(16, 7);
  } finally {
    await moveTo(site.theirs.organizationId);
  }
  expect(sent).toHaveLength(2);
  expect(sent[1]?.text).toMatch(/Ours House, Water lost: [\d,]+ gal, not [\d,]+ gal/);
  expect(sent[1]?.text).not.toMatch(/^Water lost: .*, not/m);
});

test("is corrected with its totals for a property that was not measured before", async () => {
  await add({ rule: null, days: "dates", start_date: "2026-08-20", end_date: "2026-08-21" });
  await go(82, 12);
  await site.send(site.ours, [80, 82], water);
  await go(83, 12);
  expect(sent.map(({ subject }) => subject.slice(0, 9))).toEqual(["Water and", "Corrected"]);
  expect(sent[1]?.text).toMatch(/^Water lost: [\d,]+ gal, not measured before$/m);
});

test("is tried again under the same id when the mail server fails, and given up when it refuses for good", async () => {
  await add({ rule: null });
  mailError = Object.assign(new Error("421 later"), { code: "ECONNECTION" });
  await settle();
  expect(await stateOf()).toMatchObject({ results: [{ state: "waiting", attempts: 1, reason: "421 later" }] });
  mailError = null;
  site.app.clock.now += HOUR;
  await settle();
  expect(sent).toHaveLength(1);
  const messages = await sql<{ id: string }>`select id from messages`.execute(site.app.connections.accounts);
  expect(sent[0]?.messageId).toBe(`${messages.rows[0]?.id}@water.example.com`);
  await add({ rule: null });
  mailError = Object.assign(new Error("550 unknown"), { code: "EENVELOPE", responseCode: 550 });
  await settle();
  expect(await stateOf()).toMatchObject({ results: [{ state: "failed" }, { state: "sent" }] });
});

test.each([
  ["30 within an hour", null, 30, 429],
  ["200 on a schedule", MONDAYS, 200, 409],
])("%s are the limit, also for requests at the same time", async (_, rule, most, status) => {
  const { accounts } = site.app.connections;
  await add({ rule });
  const columns = sql`organization_id, kind, days, rule, time_zone, wait_hours, language, measure, created_by, created_at`;
  await sql`
    insert into report_subscriptions (${columns})
    select ${columns} from report_subscriptions cross join generate_series(1, ${most - 2}::int)`.execute(accounts);
  // Opens connections, so that the requests do not wait for them one after another.
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.1)`.execute(accounts)));
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(OWN, { rule })));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(5).fill(status)]);
});

describe("refuses, in a sentence,", () => {
  test.each([
    ["a rule that never comes", { rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }, "rule"],
    ["a rule with an interval of centuries", { rule: "FREQ=MONTHLY;INTERVAL=99999999" }, "rule"],
    ["a zone that does not exist", { time_zone: "Mars/Olympus" }, "time_zone"],
    ["dates on a schedule", { days: "dates", start_date: "2026-06-01", end_date: "2026-06-02" }, "days"],
    ["days without dates", { days: "dates", rule: null }, "start_date"],
    ["a property of somebody else", { property_ids: [999_999] }, "property_ids"],
  ])("%s", async (_, wanted, field) => {
    const answer = await ask(OWN, wanted);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json()).toHaveProperty(field);
  });

  test.each([
    ["a list of addresses in one", { user_ids: [], addresses: ["a@example.com; b@example.com"] }, "addresses"],
    [
      "an address whose properties are not named",
      { user_ids: [], addresses: ["a@example.com"], property_ids: null },
      "property_ids",
    ],
    ["nobody", { user_ids: [], addresses: [] }, "addresses"],
    ["a person of another organization", { user_ids: [999_999], addresses: [] }, "user_ids"],
  ])("%s", async (_, wanted, field) => {
    const answer = await ask(all(), { property_ids: [site.ours.propertyId], ...wanted });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json()).toHaveProperty([field]);
  });

  test("who may not see the report, and another organization", async () => {
    expect((await ask(OWN, {}, asAnn({ permissions: [] }))).status).toBe(403);
    const theirs = `/v1/admin/organizations/${site.theirs.organizationId}/report-subscriptions`;
    expect((await ask(theirs, { user_ids: [ann], addresses: [] })).status).toBe(404);
  });
});
