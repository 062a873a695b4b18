import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { webhookPayload } from "../../../contract/notifications/webhook-payload.ts";
import { createUser, type NewMembership } from "../../accounts/create-user.ts";
import { makeOrganization } from "../../accounts/testing/test-places.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../../accounts/testing/test-site.ts";
import type { Transactional } from "../../database/connect.ts";
import { openReceiver } from "../../outgoing/testing/receiver.ts";
import { recordDelivered, recordFailed } from "../../webhooks/record-delivery.ts";
import { webhooksFor } from "../../webhooks/webhooks-for.ts";

const PROPERTY = "reporting.view_property_data_report";
const DAY = 86_400_000;
const HOUR = 3_600_000;

let site: TestSite;
let elm: { id: number; propertyIds: number[] };
let oak: { id: number; propertyIds: number[] };
/** Cookies of an admin of Elm, one of Oak, a member of Elm, and an IONAdmin. */
let ada: string;
let otto: string;
let mia: string;
let ion: string;

beforeAll(async () => {
  site = await openTestSite();
  elm = await makeOrganization(site.connections, "Elm", ["Elm Street", "Elm Park"]);
  oak = await makeOrganization(site.connections, "Oak", ["Canary Lane"]);
  const person = { firstName: "", lastName: "", password: TEST_PASSWORD };
  const at = (organizationId: number, role: NewMembership["role"]): NewMembership[] => [
    { organizationId, role, permissions: [PROPERTY], propertyIds: [] },
  ];
  const people = [
    { email: "ada@elm.example", memberships: at(elm.id, "organization admin") },
    { email: "otto@oak.example", memberships: at(oak.id, "organization admin") },
    { email: "mia@elm.example", memberships: at(elm.id, "organization member") },
    { email: "ion@staff.example", memberships: [], staffRole: "IONAdmin" as const },
  ];
  for (const one of people) await createUser(site.connections, { ...person, ...one });
  ada = await site.signedIn("ada@elm.example");
  otto = await site.signedIn("otto@oak.example");
  mia = await site.signedIn("mia@elm.example");
  ion = await site.signedIn("ion@staff.example");
});
afterAll(() => site?.close());

type Method = "GET" | "POST" | "PATCH" | "DELETE";

async function send(method: Method, path: string, cookie: string, payload?: object, language = "en") {
  const url = `/v1/admin/organizations/${path}`;
  const headers = { cookie, "accept-language": language };
  const answer = await site.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, text: answer.body, json: z.looseObject({}).parse(answer.json()) };
}

const added = z.looseObject({ id: z.number(), secret: z.string().nullable() });
const WISH = { name: "Tickets", url: "https://hooks.example.com/dripline", kinds: ["leak_case.opened"] };

async function add(wish: object = {}, cookie = ada, organization = elm.id) {
  const answer = await send("POST", `${organization}/webhooks`, cookie, { ...WISH, ...wish });
  expect(answer.status, answer.text).toBe(201);
  const { id, secret } = added.parse(answer.json);
  return { id, secret: secret ?? "", path: `${organization}/webhooks/${id}`, json: answer.json };
}

async function receiver(status = 204) {
  const opened = await openReceiver((_, response) => response.writeHead(status).end());
  onTestFinished(() => opened.close());
  return opened;
}

async function onRecord(id: number) {
  const rows = await sql<{ action: string; before: unknown; after: unknown; actor: string }>`
    select action, before, after, actor from audit_log
    where object_type = 'webhook' and object_id = ${String(id)} order by id`.execute(site.connections.owner);
  return rows.rows;
}

const idsOf = async (...wanted: Parameters<typeof webhooksFor>) => (await webhooksFor(...wanted)).map(({ id }) => id);

test("adds a webhook, and shows its secret this once", async () => {
  const { id, secret, json } = await add({ property_ids: elm.propertyIds.slice(0, 1), min_dollars_per_day: 2.5 });
  expect(secret).toMatch(/^whsec_/);
  expect(json).toMatchObject({
    type: "webhook",
    name: "Tickets",
    address: "https://hooks.example.com/dripline",
    kinds: ["leak_case.opened"],
    property_ids: elm.propertyIds.slice(0, 1),
    min_dollars_per_day: 2.5,
    created_by: "ada@elm.example",
    state: "working",
  });
  const list = await send("GET", `${elm.id}/webhooks?page_size=50`, ada);
  expect(list.json.results).toEqual(expect.arrayContaining([expect.objectContaining({ id, name: "Tickets" })]));
  const stored = await sql<{
    all: string;
  }>`select row_to_json(w)::text as all from webhooks w where id = ${id}`.execute(site.connections.owner);
  const record = JSON.stringify(await onRecord(id));
  const key = Buffer.from(secret.slice(6), "base64");
  for (const text of [list.text, stored.rows[0]?.all ?? "", record]) {
    expect(text).toContain("Tickets");
    for (const form of [secret, secret.slice(6), key.toString("hex")]) expect(text).not.toContain(form);
  }
  expect(record).toContain("webhook.create");
});

test.each([
  ["slack", { url: "https://hooks.slack.com/services/T0/B0/CANARYSLACK" }, "hooks.slack.com"],
  ["teams", { url: "https://prod-1.logic.azure.com/workflows/1?sig=CANARYTEAMS" }, "prod-1.logic.azure.com"],
  ["slack_bot", { url: undefined, token: "xoxb-CANARYTOKEN", channel: "#leaks" }, "#leaks"],
])("never shows what would let somebody write to a chat: %s", async (type, target, address) => {
  const { id, json, path } = await add({ type, ...target });
  expect(json).toMatchObject({ type, address, secret: null });
  const changed = await send("PATCH", path, ada, { name: "Renamed" });
  const list = await send("GET", `${elm.id}/webhooks?page_size=50`, ada);
  const stored = await sql<{
    all: string;
  }>`select row_to_json(w)::text as all from webhooks w where id = ${id}`.execute(site.connections.owner);
  const texts = [
    JSON.stringify(json),
    changed.text,
    list.text,
    stored.rows[0]?.all,
    JSON.stringify(await onRecord(id)),
  ];
  expect(texts.filter((text) => text?.includes("CANARY"))).toEqual([]);
  const rotated = await send("POST", `${path}/secret`, ada);
  expect([rotated.status, rotated.json.detail]).toEqual([
    409,
    "Messages to a chat are not signed: there is no secret to replace.",
  ]);
});

test.each([
  [{ url: "hooks.example.com" }, "url", "Enter a web address that begins with https://, without a user name."],
  [
    { url: "https://me:pass@hooks.example.com/" },
    "url",
    "Enter a web address that begins with https://, without a user name.",
  ],
  [{ url: undefined }, "url", "Enter the address."],
  [{ kinds: [] }, "kinds", "Choose at least one kind of event."],
  [{ name: " " }, "name", "Give it a name."],
  [{ min_dollars_per_day: -1 }, "min_dollars_per_day", "min_dollars_per_day cannot be negative."],
  [{ min_dollars_per_day: 0.001 }, "min_dollars_per_day", "min_dollars_per_day has at most two decimals."],
  [{ token: "xoxb-1" }, "token", "Only a bot of Slack has a token."],
  [{ type: "slack_bot", url: undefined, channel: "C1" }, "token", "Enter the bot's token."],
  [{ type: "slack_bot", url: undefined, token: "xoxb-1" }, "channel", "Enter the channel."],
  [{ type: "slack_bot", token: "xoxb-1", channel: "C1" }, "url", "A bot has a token and a channel, and no address."],
])("rejects %j", async (wish, field, sentence) => {
  const { status, json } = await send("POST", `${elm.id}/webhooks`, ada, { ...WISH, ...wish });
  expect([status, json[field]]).toEqual([422, [sentence]]);
});

test("rejects a property of another organization", async () => {
  const { status, json } = await send("POST", `${elm.id}/webhooks`, ada, { ...WISH, property_ids: oak.propertyIds });
  expect([status, json.property_ids]).toEqual([422, [`The organization has no property ${oak.propertyIds[0]}.`]]);
});

test("only administrators of the organization and IONAdmins manage its webhooks", async () => {
  const { path } = await add();
  const calls: [Method, string, object?][] = [
    ["GET", `${elm.id}/webhooks`],
    ["POST", `${elm.id}/webhooks`, WISH],
    ["PATCH", path, { name: "Mine" }],
    ["POST", `${path}/secret`],
    ["POST", `${path}/test`],
    ["POST", `${path}/enable`],
    ["POST", `${path}/disable`],
    ["DELETE", path],
  ];
  for (const [method, url, body] of calls) {
    expect([method, url, (await send(method, url, otto, body)).status]).toEqual([method, url, 404]);
    expect([method, url, (await send(method, url, mia, body)).status]).toEqual([method, url, 403]);
  }
  // By the path of an own organization, another's webhook is not found either.
  const foreign = path.replace(String(elm.id), String(oak.id));
  for (const [method, suffix] of [
    ["PATCH", ""],
    ["POST", "/secret"],
    ["POST", "/test"],
    ["DELETE", ""],
  ] as const) {
    expect((await send(method, foreign + suffix, otto, method === "PATCH" ? { name: "Mine" } : undefined)).status).toBe(
      404,
    );
  }
  expect((await send("PATCH", path, ion, { name: "By staff" })).json).toMatchObject({ name: "By staff" });
});

test("changes what is given, deletes, and keeps a record of both", async () => {
  const { id, path } = await add();
  const changed = await send("PATCH", path, ada, {
    url: "https://other.example.com/",
    kinds: ["device.down", "device.down"],
    property_ids: elm.propertyIds,
    min_dollars_per_day: 1,
  });
  expect(changed.json).toMatchObject({
    name: "Tickets",
    address: "https://other.example.com/",
    kinds: ["device.down"],
    property_ids: elm.propertyIds,
    min_dollars_per_day: 1,
  });
  expect((await send("PATCH", path, ada, { property_ids: null })).json).toMatchObject({ property_ids: null });
  expect((await send("PATCH", path, ada, { channel: "#leaks" })).status).toBe(422);
  expect((await send("DELETE", path, ada)).json).toMatchObject({ id, address: "https://other.example.com/" });
  expect((await send("DELETE", path, ada)).status).toBe(404);
  expect((await onRecord(id)).map(({ action }) => action)).toEqual([
    "webhook.create",
    "webhook.change",
    "webhook.change",
    "webhook.delete",
  ]);
});

test("keeps a property that is hidden, as it is archived, while its properties are changed", async () => {
  const { path } = await add({ property_ids: elm.propertyIds });
  const [first = 0, second = 0] = elm.propertyIds;
  const archive = (at: Date | null) =>
    sql`update properties set archived_at = ${at} where id = ${second}`.execute(site.connections.worker);
  const change = async (property_ids: number[] | null) => (await send("PATCH", path, ada, { property_ids })).json;
  await archive(new Date());
  try {
    expect(await change([first])).toMatchObject({ property_ids: [first] });
  } finally {
    await archive(null);
  }
  expect((await send("PATCH", path, ada, {})).json).toMatchObject({ property_ids: [first, second] });
  expect(await change([first])).toMatchObject({ property_ids: [first] });
  expect(await change(null)).toMatchObject({ property_ids: null });
  expect((await send("DELETE", path, ada)).status).toBe(200);
});

test("signs with both secrets for a day after a rotation", async () => {
  const { url, received } = await receiver();
  const { id, secret: first, path } = await add({ url });
  const isVerified = async (secret: string) => {
    received.length = 0;
    expect((await send("POST", `${path}/test`, ada)).json).toMatchObject({ is_accepted: true });
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    // The library verifies as of now, but signs as of any time.
    const stamp = Number(texts["webhook-timestamp"]) * 1000;
    const library = new Webhook(secret);
    const signed = library.sign(String(texts["webhook-id"]), new Date(stamp), body);
    return String(texts["webhook-signature"]).split(" ").includes(signed);
  };
  expect(await isVerified(first)).toBe(true);
  const rotated = await send("POST", `${path}/secret`, ada);
  const { secret } = added.parse(rotated.json);
  const second = secret ?? "";
  expect(second).not.toBe(first);
  expect(rotated.json.previous_secret_until).toBe(new Date(site.clock.now + DAY).toISOString());
  expect([await isVerified(first), await isVerified(second)]).toEqual([true, true]);
  await sql`update webhooks set previous_secret_until = ${new Date(site.clock.now)} where id = ${id}`.execute(
    site.connections.owner,
  );
  expect([await isVerified(first), await isVerified(second)]).toEqual([false, true]);
  expect((await send("PATCH", path, ada, {})).json).toMatchObject({ previous_secret_until: null });
});

test("a test message arrives as documented, and its result is a sentence in the reader's language", async () => {
  const { url, received } = await receiver();
  const { path } = await add({ url });
  expect((await send("POST", `${path}/test`, ada)).json).toEqual({
    is_accepted: true,
    status: 204,
    text: "The test message was accepted.",
  });
  const payload = webhookPayload.parse(JSON.parse(received[0]?.body ?? ""));
  expect(payload).toMatchObject({ type: "webhook.test", data: { link: "http://localhost:4000" } });
  const broken = await add({ url: (await receiver(500)).url });
  expect((await send("POST", `${broken.path}/test`, ada)).json).toEqual({
    is_accepted: false,
    status: 500,
    text: "127.0.0.1 has not accepted the message (status 500).",
  });
  expect((await send("POST", `${broken.path}/test`, ada, undefined, "es")).json).toMatchObject({
    text: "127.0.0.1 no aceptó el mensaje (estado 500).",
  });
});

test("a test message to an internal address reaches nothing", async () => {
  const { path } = await add({ url: "https://169.254.169.254/latest/meta-data/" });
  expect((await send("POST", `${path}/test`, ada)).json).toMatchObject({
    is_accepted: false,
    status: null,
    text: expect.stringContaining("169.254.169.254 is inside the server's own networks."),
  });
});

test("a test message gets to Slack and Teams", async () => {
  const { url, received } = await receiver();
  for (const type of ["slack", "teams"]) {
    const { path } = await add({ type, url });
    expect((await send("POST", `${path}/test`, ada, undefined, "es")).json).toMatchObject({ is_accepted: true });
  }
  expect(received.map(({ body }) => body.includes("Mensaje de prueba"))).toEqual([true, true]);
});

const asWorker = <T>(work: (tx: Transactional) => Promise<T>) => site.connections.worker.transaction().execute(work);
const failed = (id: number, isGone: boolean, now: number) =>
  asWorker((tx) => recordFailed(tx, id, isGone ? "gone" : "for_good", now));

test("is switched off after 3 days in which nothing got through, and on again by an admin", async () => {
  const { id, path } = await add();
  const start = site.clock.now;
  expect(await failed(id, false, start)).toBeNull();
  expect((await send("PATCH", path, ada, {})).json).toMatchObject({ state: "failing" });
  await asWorker((tx) => recordDelivered(tx, id, start + HOUR));
  expect((await send("PATCH", path, ada, {})).json).toMatchObject({
    state: "working",
    first_failed_at: null,
    last_failed_at: new Date(start).toISOString(),
    last_sent_at: new Date(start + HOUR).toISOString(),
  });
  expect(await failed(id, false, start + DAY)).toBeNull();
  expect(await failed(id, false, start + 4 * DAY - 1)).toBeNull();
  const off = await failed(id, false, start + 4 * DAY);
  expect(off).toMatchObject({ id, organization_id: elm.id, name: "Tickets", disabled_reason: "failing" });
  expect(off?.creator_id).toBeGreaterThan(0);
  // Once only: further failures of messages on their way notify nobody.
  expect(await failed(id, false, start + 5 * DAY)).toBeNull();
  expect((await send("PATCH", path, ada, {})).json).toMatchObject({ state: "switched_off" });
  const wanted = { propertyId: elm.propertyIds[0] ?? 0, kind: "case opened", dollarsPerDay: null } as const;
  expect(await asWorker((tx) => idsOf(tx, wanted))).not.toContain(id);
  expect((await send("POST", `${path}/enable`, ada)).json).toMatchObject({ state: "working", disabled_at: null });
  expect(await asWorker((tx) => idsOf(tx, wanted))).toContain(id);
  const actions = (await onRecord(id)).map(({ action }) => action).filter((action) => action !== "webhook.change");
  expect(actions).toEqual(["webhook.create", "webhook.disable", "webhook.enable"]);
});

test("an admin switches it off, and on again", async () => {
  const { id, path } = await add();
  expect((await send("POST", `${path}/disable`, ada)).json).toMatchObject({
    state: "off",
    disabled_at: new Date(site.clock.now).toISOString(),
  });
  const wanted = { propertyId: elm.propertyIds[0] ?? 0, kind: "case opened", dollarsPerDay: null } as const;
  expect(await asWorker((tx) => idsOf(tx, wanted))).not.toContain(id);
  // Of two admins who do so the second changes nothing.
  expect((await send("POST", `${path}/disable`, ada)).json).toMatchObject({ state: "off" });
  expect((await send("POST", `${path}/enable`, ada)).json).toMatchObject({ state: "working", disabled_at: null });
  expect((await onRecord(id)).map(({ action }) => action)).toEqual([
    "webhook.create",
    "webhook.disable",
    "webhook.enable",
  ]);
});

test("is switched off at once when the receiver is gone", async () => {
  const { id, path } = await add();
  expect(await failed(id, true, site.clock.now)).toMatchObject({ disabled_reason: "gone" });
  expect((await send("PATCH", path, ada, {})).json).toMatchObject({ state: "gone" });
});

test("a leak goes to a webhook with exactly its cost as the least", async () => {
  const [street = 0] = elm.propertyIds;
  // A hundred times each is a fraction less than its cents in binary.
  for (const dollars of [0.29, 4.6, 8.2, 19.9]) {
    const { id } = await add({ min_dollars_per_day: dollars });
    const wanting = (dollarsPerDay: number) =>
      asWorker((tx) => idsOf(tx, { propertyId: street, kind: "case opened", dollarsPerDay }));
    expect([dollars, await wanting(dollars)]).toEqual([dollars, expect.arrayContaining([id])]);
    expect(await wanting(dollars - 0.01)).not.toContain(id);
  }
});

test("an event goes to the webhooks that want its kind, property and cost, of the property's organization now", async () => {
  const [street = 0, park = 0] = elm.propertyIds;
  const [lane = 0] = oak.propertyIds;
  const all = await add({ kinds: ["data.gap"] });
  const ofStreet = await add({ kinds: ["data.gap"], property_ids: [street] });
  const costly = await add({ kinds: ["data.gap"], min_dollars_per_day: 2.5 });
  const ofOak = await add({ kinds: ["data.gap"] }, otto, oak.id);
  const wanting = (propertyId: number, dollarsPerDay: number | null, kind: "data gap" | "device outage" = "data gap") =>
    asWorker((tx) => idsOf(tx, { propertyId, kind, dollarsPerDay }));
  expect(await wanting(street, 2.49)).toEqual([all.id, ofStreet.id]);
  expect(await wanting(street, 2.5)).toEqual([all.id, ofStreet.id, costly.id]);
  expect(await wanting(park, null)).toEqual([all.id, costly.id]);
  expect(await wanting(street, 10, "device outage")).toEqual([]);
  expect(await wanting(lane, 10)).toEqual([ofOak.id]);
  await sql`update properties set organization_id = ${oak.id} where id = ${street}`.execute(site.connections.owner);
  expect(await wanting(street, 10)).toEqual([ofOak.id]);
  expect((await send("PATCH", ofStreet.path, ada, {})).json).toMatchObject({ property_ids: [] });
  await sql`update properties set organization_id = ${elm.id} where id = ${street}`.execute(site.connections.owner);
});
