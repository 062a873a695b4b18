import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { caseCalls } from "../../contract/leaks/cases.ts";
import { vendorLinkCalls } from "../../contract/leaks/vendor-links.ts";
import { notificationCalls } from "../../contract/notifications/notifications.ts";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import type { Mail } from "../mail/mailer.ts";
import { deliverMessages } from "./deliver.ts";
import { dispatchOutbox } from "./dispatch.ts";
import { deliveryDeps } from "./testing/delivery-deps.ts";

let site: LeakySite;
let sent: (Mail & { messageId: string })[];
let mailError: Error | null;

beforeAll(async () => {
  site = await leakySite(at(20));
  // The toilet leaks three gallons an hour from day 10 on.
  await site.send(site.ours, [0, 20], (serial, day, hour) => {
    const usual = hour > 6 && hour < 19 ? (hour * 5) % 9 : 0;
    return (day >= 10 ? 3 : 0) + (serial === "home" ? usual : hour === 9 ? 1.5 : 0);
  });
  const { accounts, worker } = site.app.connections;
  await sql`insert into users (email, first_name, last_name) values ('somebody@example.com', 'Sam', 'Body')`.execute(
    accounts,
  );
  await sql`update properties set street = '12 Elm St', city = 'Austin', state = 'TX', zip_code = '78701'
    where id = ${site.ours.propertyId}`.execute(worker);
});
afterAll(() => site?.app.close());

beforeEach(async () => {
  const { accounts, worker } = site.app.connections;
  await sql`delete from messages`.execute(accounts);
  await sql`delete from outbox`.execute(worker);
  await sql`delete from leak_case_events`.execute(worker);
  await sql`update properties set archived_at = null, organization_id = ${site.ours.organizationId}
    where id = ${site.ours.propertyId}`.execute(worker);
  [sent, mailError] = [[], null];
  site.app.clock.now = Date.parse(at(20));
});

const vendor = { name: "Acme Plumbing", email: "joe@acme.example", days: 3, note: "Key at the office" };
const nobody = { userId: 0, email: "", propertyIds: [], organizationIds: [], permissions: [], role: null };
const deps = () =>
  deliveryDeps(site, async (mail, messageId) => {
    if (mailError !== null) throw mailError;
    sent.push({ ...mail, messageId });
  });
async function deliver() {
  await dispatchOutbox(deps());
  await deliverMessages(deps());
}

async function caseId(): Promise<number> {
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/cases");
  const [found] = caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
  if (found === undefined) throw new Error("There is no case.");
  return found.id;
}
const post = async (path: string, body: object, headers = {}) =>
  site.app.ask(site.ours.manager, "POST", `/v1/cases/${await caseId()}/${path}`, body, headers);
async function assign(over: object = {}, headers = {}) {
  const answer = await post("vendor-links", { ...vendor, ...over }, headers);
  expect(answer.status, answer.text).toBe(201);
  return vendorLinkCalls["POST /v1/cases/{id}/vendor-links"].response.parse(answer.json());
}
const tokenOf = (mail: Mail | undefined) => /#token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
const open = (token: string) => site.app.ask(nobody, "POST", "/v1/vendor-link", { token });

async function deliveries() {
  const path = `/v1/admin/organizations/${site.ours.organizationId}/deliveries`;
  const answer = await site.app.ask(site.ours.manager, "GET", path);
  return notificationCalls["GET /v1/admin/organizations/{id}/deliveries"].response.parse(answer.json()).results;
}
async function messages() {
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${await caseId()}/messages`);
  return notificationCalls["GET /v1/cases/{id}/messages"].response.parse(answer.json());
}

test("contains the location, start, loss, first steps, note and the link of the answer", async () => {
  const { vendor_link } = await assign();
  await deliver();
  expect(sent).toHaveLength(1);
  const [mail] = sent;
  expect(mail?.to).toBe("joe@acme.example");
  expect(mail?.subject).toBe("Leak to fix: Ours House, Main, 1");
  expect(mail?.text).toBe(`Toilet leak
Ours House, Main, 1
12 Elm St, Austin, TX 78701

Sam Body assigned this leak to you.

Since: Jun 11, 2026
Loses: 3 gallons an hour, 72 gallons a day
Costs: $1.44 a day
What to do first: Look at the flapper and the fill valve of the toilet first.
Note from Sam Body: Key at the office

See the leak and report what you found or fixed, without an account:
${vendor_link.replace("dripline.example", "water.example.com")}

The link is valid until June 24, 2026 at 12:00 AM CDT, and takes one report.`);
  expect((await open(tokenOf(mail))).status).toBe(200);
});

test("stands in the deliveries and in the history of the case, without its token", async () => {
  await assign();
  await dispatchOutbox(deps());
  expect(await deliveries()).toMatchObject([{ recipient: "joe@acme.example", state: "waiting", subject: null }]);
  expect(await messages()).toEqual([]);
  await deliverMessages(deps());
  const [listed] = await deliveries();
  expect(listed).toMatchObject({ state: "sent", kinds: ["vendor assigned"], channel: "mail", is_list: false });
  expect(await messages()).toMatchObject([
    { recipient: "joe@acme.example", kinds: ["vendor assigned"], sent_at: at(20) },
  ]);
  const path = `/v1/admin/organizations/${site.ours.organizationId}/deliveries/${listed?.id}`;
  const whole = await site.app.ask(site.ours.manager, "GET", path);
  expect(whole.text).toContain("Key at the office");
  expect(tokenOf(sent[0])).toMatch(/^[\w-]{43}$/);
  for (const table of ["messages", "outbox", "leak_case_events", "audit_log"]) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(entry::text, ' '), '') as text from ${sql.table(table)} entry`.execute(
      site.app.connections.owner,
    );
    expect(rows[0]?.text).not.toContain(tokenOf(sent[0]));
  }
  const theirs = await site.app.ask(site.theirs.manager, "GET", path);
  expect(theirs.status).toBe(404);
});

test("is written in the language that was chosen and in the organization's measure", async () => {
  const { worker } = site.app.connections;
  await sql`update organizations set measure = 'litre' where id = ${site.ours.organizationId}`.execute(worker);
  await assign({ language: "es" });
  await deliver();
  await sql`update organizations set measure = 'gallon' where id = ${site.ours.organizationId}`.execute(worker);
  expect(sent[0]?.subject).toBe("Fuga por reparar: Ours House, Main, 1");
  expect(sent[0]?.text).toContain("11.4 L por hora");
  expect(sent[0]?.html).toContain('<html lang="es">');
  expect((await post("vendor-links", { ...vendor, language: "fr" })).status).toBe(422);
});

test("goes out once for a request that is sent again, and again under its id after a failure", async () => {
  const key = { "idempotency-key": "a1" };
  const [first, again] = [await assign({}, key), await assign({}, key)];
  expect(again.vendor_link).toBe(first.vendor_link);
  mailError = new Error("The mail server is down.");
  await deliver();
  expect(sent).toEqual([]);
  mailError = null;
  site.app.clock.now += 3_600_000;
  await deliver();
  await deliver();
  expect(sent).toHaveLength(1);
  expect((await open(tokenOf(sent[0]))).status).toBe(200);
});

test.each([
  [
    "undone",
    async (event: number) => {
      await site.app.ask(site.ours.manager, "DELETE", `/v1/cases/${await caseId()}/events/${event}`);
    },
    /^This assignment was taken back/,
  ],
  [
    "assigned to a colleague",
    async () => {
      await post("events", { kind: "assigned", assignee: "somebody@example.com" });
    },
    /^This leak was assigned to somebody else/,
  ],
  [
    "of an archived property",
    async () => {
      await sql`update properties set archived_at = now() where id = ${site.ours.propertyId}`.execute(
        site.app.connections.worker,
      );
    },
    /^This property was archived/,
  ],
  [
    "of a property that another organization took over",
    async () => {
      await sql`update properties set organization_id = ${site.theirs.organizationId} where id = ${site.ours.propertyId}`.execute(
        site.app.connections.worker,
      );
    },
    /^The property is not the organization's any more\.$/,
  ],
  [
    "expired",
    async () => {
      site.app.clock.now = Date.parse(at(23));
    },
    /^This link was valid until 2026-06-24/,
  ],
] as const)("is not sent for an assignment that is %s meanwhile", async (_name, change, reason) => {
  const { events } = await assign();
  await dispatchOutbox(deps());
  await change(events.at(-1)?.id ?? 0);
  await deliverMessages(deps());
  expect(sent).toEqual([]);
  const { rows } = await sql`select dropped_at is not null as is_dropped, reason from messages`.execute(
    site.app.connections.accounts,
  );
  const {
    rows: [message],
  } = await sql<{ reason: string; values: string[] | null }>`
    select reason, reason_values as values from messages`.execute(site.app.connections.accounts);
  expect(rows).toMatchObject([{ is_dropped: true }]);
  const shown = (message?.reason ?? "").replaceAll(/\{(\d)\}/g, (_, place) => message?.values?.[Number(place)] ?? "");
  expect(shown).toMatch(reason);
});

test("goes to the vendor that was assigned last, whose link alone works", async () => {
  await assign();
  await deliver();
  await assign({ name: "Kim's Pipes", email: "kim@pipes.example" });
  await deliver();
  expect(sent.map(({ to }) => to)).toEqual(["joe@acme.example", "kim@pipes.example"]);
  expect((await open(tokenOf(sent[0]))).status).toBe(403);
  expect((await open(tokenOf(sent[1]))).status).toBe(200);
});

test("has no names that act as markup or lines of a header", async () => {
  const { worker } = site.app.connections;
  await sql`update properties set name = ${"Ours\r\nBcc: x@y.example <b>"} where id = ${site.ours.propertyId}`.execute(
    worker,
  );
  await assign({ note: "<script>x</script>" });
  await deliver();
  await sql`update properties set name = 'Ours House' where id = ${site.ours.propertyId}`.execute(worker);
  expect(sent[0]?.subject).toBe("Leak to fix: Ours Bcc: x@y.example <b>, Main, 1");
  expect(sent[0]?.html).not.toMatch(/<script>|<b>/);
});
