import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { vendorLinkCalls } from "../../../contract/leaks/vendor-links.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";

let site: LeakySite;
let days = 20;
beforeAll(async () => {
  site = await leakySite(at(days));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, days], leaking);
  await sql`
    insert into users (email, first_name, last_name) values ('somebody@example.com', 'Sam', 'Body')`.execute(
    site.app.connections.accounts,
  );
  await sql`update properties set street = '12 Elm St', city = 'Austin', state = 'TX', zip_code = '78701'
    where id = ${site.ours.propertyId}`.execute(site.app.connections.worker);
});
afterAll(() => site?.app.close());

/** Each test begins with a case about which nobody reported. */
beforeEach(async () => {
  const { worker } = site.app.connections;
  await sql`delete from leak_case_photos`.execute(worker);
  await sql`delete from leak_case_events`.execute(worker);
  await sql`update leak_repairs set undone_at = made_at where undone_at is null`.execute(worker);
  await sql`update properties set archived_at = null, assigned_at = null`.execute(worker);
  site.app.clock.now = Date.parse(at(days));
});

/** The toilet leaks three gallons an hour from day 10 on, until it is fixed. */
let fixedOn = Number.POSITIVE_INFINITY;
function leaking(serial: string, day: number, hour: number): number {
  const leak = day >= 10 && day < fixedOn ? 3 : 0;
  const usual = hour > 6 && hour < 19 ? (hour * 5) % 9 : 0;
  return leak + (serial === "home" ? usual : hour === 9 ? 1.5 : 0);
}

const vendor = { name: "Acme Plumbing", email: "Joe@Acme.example", days: 3, note: "Key at the office" };
const MADE_BY = "Acme Plumbing (joe@acme.example)";
const nobody = { userId: 0, email: "", propertyIds: [], organizationIds: [], permissions: [], role: null };

async function caseId(who = site.ours.manager): Promise<number> {
  const answer = await site.app.ask(who, "GET", "/v1/cases");
  const [found] = caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
  if (found === undefined) throw new Error("There is no case.");
  return found.id;
}

async function theCase() {
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${await caseId()}`);
  return caseCalls["GET /v1/cases/{id}"].response.parse(answer.json());
}

async function assign(body: object = vendor, headers?: Record<string, string>, who: object = site.ours.manager) {
  return site.app.ask(who, "POST", `/v1/cases/${await caseId()}/vendor-links`, body, headers);
}

/** Assigns the case. @returns the case, the link and its token */
async function assigned(body: object = vendor, headers?: Record<string, string>) {
  const answer = await assign(body, headers);
  expect(answer.status, answer.text).toBe(201);
  const { vendor_link, ...whole } = vendorLinkCalls["POST /v1/cases/{id}/vendor-links"].response.parse(answer.json());
  return { whole, link: vendor_link, token: vendor_link.split("#token=")[1] ?? "" };
}

const open = (token: string) => site.app.ask(nobody, "POST", "/v1/vendor-link", { token });
async function shown(token: string) {
  const answer = await open(token);
  expect(answer.status, answer.text).toBe(200);
  return vendorLinkCalls["POST /v1/vendor-link"].response.parse(answer.json());
}
const send = (token: string, report: object, headers?: Record<string, string>) =>
  site.app.ask(nobody, "POST", "/v1/vendor-link/report", { token, ...report }, headers);
const fix = { kind: "fixed", cause_code: "flapper", minutes: 25, cost: 120.5, work_order: "A-7", note: "New flapper" };

const event = async (body: object) => {
  const answer = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${await caseId()}/events`, body);
  expect(answer.status, answer.text).toBe(201);
};
const undo = async (eventId: number) => {
  const answer = await site.app.ask(site.ours.manager, "DELETE", `/v1/cases/${await caseId()}/events/${eventId}`);
  expect(answer.status, answer.text).toBe(200);
};

/** Neither the page nor the report goes on, for the same reason. */
async function expectEnded(token: string, sentence: RegExp) {
  for (const answer of [await open(token), await send(token, fix)]) {
    expect(answer.status, answer.text).toBe(403);
    expect(answer.json()).toMatchObject({ code: "forbidden", detail: expect.stringMatching(sentence) });
  }
  expect((await theCaseEvents()).filter(({ link_event_id }) => link_event_id !== null)).toEqual([]);
}

async function theCaseEvents() {
  const rows = await sql<{ link_event_id: number | null; link_hash: Buffer | null }>`
    select link_event_id, link_hash from leak_case_events`.execute(site.app.connections.worker);
  return rows.rows;
}

describe("assigning a case to a vendor", () => {
  test("shows whose it is in the case, its list and its history, and stores no token", async () => {
    const { whole, link, token } = await assigned();
    expect(link).toMatch(/^https:\/\/dripline\.example\/vendor-report#token=[\w-]{43}$/);
    expect(whole).toMatchObject({ state: "assigned", assignee: "joe@acme.example", vendor: "Acme Plumbing" });
    expect(whole.events).toMatchObject([
      {
        kind: "assigned",
        assignee: "joe@acme.example",
        vendor: "Acme Plumbing",
        note: "Key at the office",
        made_by: "somebody@example.com",
        link_expires_at: at(days + 3),
        link_event_id: null,
      },
    ]);
    const listed = await site.app.ask(site.ours.manager, "GET", "/v1/cases?assignee=joe@acme.example&state=assigned");
    expect(listed.json()).toMatchObject({ count: 1, results: [{ vendor: "Acme Plumbing" }] });
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(event::text, ' '), '') || (select coalesce(string_agg(entry::text, ' '), '') from audit_log entry) as text
      from leak_case_events event`.execute(site.app.connections.owner);
    expect(rows[0]?.text).toContain("Acme Plumbing");
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    await event({ kind: "assigned", assignee: "somebody@example.com" });
    expect(await theCase()).toMatchObject({ assignee: "somebody@example.com", vendor: null });
  });

  test.each([
    [{ ...vendor, name: " " }, "name", "Give the vendor's name."],
    [{ ...vendor, email: "joe" }, "email", "Give an e-mail address such as joe@example.com."],
    [{ ...vendor, days: 0 }, "days", /./],
    [{ ...vendor, days: 31 }, "days", /./],
    [{ ...vendor, days: 1.5 }, "days", /./],
  ])("rejects %o", async (body, field, sentence) => {
    const answer = await assign(body);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ [field]: [expect.stringMatching(sentence)] });
  });

  test("is for people who may report on the case, of its organization alone", async () => {
    const id = await caseId();
    const by = (who: object) => site.app.ask(who, "POST", `/v1/cases/${id}/vendor-links`, vendor);
    expect((await by(site.theirs.manager)).status).toBe(404);
    expect((await by({ ...site.ours.manager, permissions: ["reporting.view_asset_data_report"] })).status).toBe(403);
    expect((await by({ ...site.ours.manager, apiKeyId: 1 })).status).toBe(403);
    expect(await theCaseEvents()).toEqual([]);
  });

  test("assigns once when it is sent again, and answers with the same link", async () => {
    const key = { "idempotency-key": "9f7c" };
    const first = await assigned(vendor, key);
    const again = await assigned(vendor, key);
    expect(again.whole.events).toHaveLength(1);
    expect(again.link).toBe(first.link);
    expect(await shown(again.token)).toMatchObject({ vendor: "Acme Plumbing" });
    const other = await assign({ ...vendor, days: 4 }, key);
    expect([other.status, other.json()]).toMatchObject([422, { code: "idempotency_key_reused" }]);
    const tina = { ...site.ours.manager, userId: 2, email: "tina@example.com" };
    const byTina = await assign(vendor, key, tina);
    expect(byTina.status, byTina.text).toBe(201);
    expect(byTina.text).not.toContain(first.token);
  });
});

describe("a vendor's link", () => {
  test("shows one case, without costs and without anything else of the organization", async () => {
    const { token } = await assigned();
    const answer = await open(token);
    expect(answer.json()).toEqual({
      vendor: "Acme Plumbing",
      assigned_by: "Sam Body",
      note: "Key at the office",
      expires_at: at(days + 3),
      time_zone: "America/Chicago",
      case: {
        property_name: "Ours House",
        address: "12 Elm St, Austin, TX 78701",
        building_name: "Main",
        unit_name: "1",
        leak_type: "toilet leak",
        attached_to: "Toilet",
        meter_serial_number: "bath",
        started_at: at(10),
        gallons_per_day: 72,
        measure: "gallon",
      },
      report: null,
    });
    await sql`update organizations set measure = 'litre' where id = ${site.ours.organizationId}`.execute(
      site.app.connections.worker,
    );
    expect(await shown(token)).toMatchObject({ case: { measure: "litre" } });
  });

  test.each(["", "x", "A".repeat(43), "a".repeat(201)])("that is wrong or changed is unknown: %s", async (token) => {
    const right = (await assigned()).token;
    for (const wrong of [token, `${right.slice(0, -1)}${right.endsWith("A") ? "E" : "A"}`, right.toUpperCase()]) {
      const status = wrong === "" || wrong.length > 200 ? 422 : 403;
      expect([(await open(wrong)).status, (await send(wrong, fix)).status]).toEqual([status, status]);
    }
  });

  test("takes one report, which stands in the history as its vendor's and in the audit log", async () => {
    const { token, whole } = await assigned();
    const answer = await send(token, fix);
    expect(answer.status, answer.text).toBe(201);
    const report = { kind: "fixed", cause_code: "flapper", minutes: 25, cost: 120.5, work_order: "A-7" };
    expect(answer.json()).toMatchObject({ case: null, report });
    expect(await shown(token)).toMatchObject({ case: null, report: { ...report, note: "New flapper" } });
    const after = await theCase();
    expect(after).toMatchObject({ state: "fix_reported", fixed_at: at(days) });
    expect(after.events).toMatchObject([
      { id: whole.events[0]?.id },
      { made_by: MADE_BY, link_event_id: whole.events[0]?.id },
    ]);
    const { rows } = await sql`
      select actor, actor_id, organization_id, property_id, after from audit_log where action = 'leak-case.event' order by id desc limit 2`.execute(
      site.app.connections.owner,
    );
    const { organizationId: organization_id, propertyId: property_id } = site.ours;
    expect(rows).toMatchObject([
      { actor: MADE_BY, actor_id: null, organization_id, property_id, after: { kind: "fixed", cost: 120.5 } },
      { actor: "somebody@example.com", organization_id, property_id, after: { vendor: "Acme Plumbing" } },
    ]);
  });

  test.each([
    [fix, "a fix"],
    [{ kind: "visited", finding: "no_access" }, "a visit"],
  ])("that was used takes no more, and says when and for what", async (report, what) => {
    const { token } = await assigned();
    expect((await send(token, report)).status).toBe(201);
    const again = await send(token, fix);
    expect(again.status).toBe(409);
    expect(again.json()).toMatchObject({
      detail: `This link was used on 2026-06-21 to report ${what}. Ask Sam Body for a new one.`,
    });
    expect((await theCase()).events).toHaveLength(2);
    // Undone, it stays used.
    await undo((await theCase()).events[1]?.id ?? 0);
    expect((await send(token, fix)).status).toBe(409);
  });

  test("counts a report once that is sent again, or by two people at once", async () => {
    const first = await assigned();
    const key = { "idempotency-key": "report-1" };
    const [one, two] = [await send(first.token, fix, key), await send(first.token, fix, key)];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.json()).toEqual(one.json());
    const other = await send(first.token, { ...fix, minutes: 30 }, key);
    expect([other.status, other.json()]).toMatchObject([422, { code: "idempotency_key_reused" }]);
    // The same key by another link is another request, also where a member used it.
    await event({ kind: "note", note: "Called" });
    const second = await assigned();
    const both = await Promise.all([
      send(second.token, { kind: "visited", finding: "found" }, key),
      send(second.token, fix, { "idempotency-key": "report-2" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const reports = (await theCase()).events.filter(({ made_by }) => made_by === MADE_BY);
    expect(reports).toHaveLength(2);
  });

  test.each([
    [{ ...fix, at: at(21) }, "at", /future/],
    [{ ...fix, at: at(3) }, "at", /began later/],
    [{ kind: "visited", finding: "found", at: at(21) }, "at", /future/],
    [{ kind: "visited" }, "finding", /./],
    [{ ...fix, cost: -1 }, "cost", /./],
    [{ ...fix, note: "x".repeat(2001) }, "note", /./],
    [{ kind: "not_a_leak", reason: "other" }, "kind", /./],
    [{ kind: "note", note: "Hello" }, "kind", /./],
    [{ ...fix, assignee: "x" }, "assignee", /./],
  ])("stays valid after a report that is wrong: %o", async (report, field, sentence) => {
    const { token } = await assigned();
    const answer = await send(token, report);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json()).toMatchObject({ [field]: [expect.stringMatching(sentence)] });
    expect((await send(token, { ...fix, at: at(19) })).status).toBe(201);
  });
});

test("a link to one organization's case opens nothing of another", async () => {
  const { token } = await assigned();
  const others = await site.app.ask(site.theirs.manager, "GET", "/v1/cases");
  expect(others.text).not.toContain("Acme");
  expect((await open(token)).text).not.toContain("Theirs");
  const foreign = await caseId(site.theirs.manager);
  expect((await send(token, { ...fix, id: foreign })).status).toBe(422);
});

describe("photos of a vendor", () => {
  const photo = (token: string, bytes: Buffer, headers: Record<string, string> = {}) =>
    site.app.ask(nobody, "POST", "/v1/vendor-link/photos", bytes, {
      "content-type": "image/png",
      "vendor-link": token,
      ...headers,
    });
  const picture = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: "#333" } })
      .png()
      .toBuffer();
  const Id = z.looseObject({ id: z.int() });

  test("are in the report of the link, and no other link can use them", async () => {
    const { token } = await assigned();
    const sent = await photo(token, await picture(), { "idempotency-key": "a" });
    expect(sent.status, sent.text).toBe(201);
    const { id } = Id.parse(sent.json());
    expect(Id.parse((await photo(token, await picture(), { "idempotency-key": "a" })).json()).id).toBe(id);
    const other = await assigned({ ...vendor, email: "kim@pipes.example" });
    expect((await send(other.token, { ...fix, photo_ids: [id] })).status).toBe(422);
    const own = Id.parse((await photo(other.token, await picture())).json());
    expect((await send(other.token, { ...fix, photo_ids: [own.id] })).status).toBe(201);
    expect((await theCase()).events.at(-1)).toMatchObject({ kind: "fixed", photos: [{ id: own.id, width: 40 }] });
  });

  test("are rejected with a link that is unknown, used or ended, before they are read", async () => {
    const { token } = await assigned();
    for (const wrong of ["", "no-token"]) {
      const answer = await photo(wrong, Buffer.from("no picture"));
      expect([answer.status, answer.json()]).toMatchObject([
        403,
        { detail: "This link is not known. Open the whole link, or ask for a new one." },
      ]);
    }
    const text = await photo(token, Buffer.from("no picture"));
    expect([text.status, text.json()]).toMatchObject([422, { detail: expect.stringMatching(/not a photo/) }]);
    await send(token, fix);
    expect((await photo(token, await picture())).status).toBe(409);
  });
});

describe("a vendor's link ends", () => {
  test("when it expires, its report with it", async () => {
    const first = await assigned();
    site.app.clock.now = Date.parse(at(days + 3)) - 1;
    expect(await shown(first.token)).toMatchObject({ report: null });
    site.app.clock.now = Date.parse(at(days + 3));
    await expectEnded(first.token, /^This link was valid until 2026-06-24\. Ask Sam Body for a new one\.$/);
    const second = await assigned({ ...vendor, days: 1 });
    expect((await send(second.token, fix)).status).toBe(201);
    site.app.clock.now += 86_400_000;
    expect((await open(second.token)).json()).toMatchObject({
      detail: expect.stringMatching(/^This link was valid until/),
    });
  });

  test("when the assignment is undone, or the case is assigned to nobody", async () => {
    const first = await assigned();
    await undo(first.whole.events[0]?.id ?? 0);
    const sentence = /^This assignment was taken back on 2026-06-21\. Ask Sam Body before you go\.$/;
    await expectEnded(first.token, sentence);
    const second = await assigned();
    await event({ kind: "assigned", assignee: null });
    await expectEnded(second.token, sentence);
  });

  test("when somebody else is assigned, and not when another event is reported; undoing that opens it again", async () => {
    const { token } = await assigned();
    await event({ kind: "visited", finding: "found" });
    await event({ kind: "snoozed", until: "2026-06-25" });
    expect(await shown(token)).toMatchObject({ report: null });
    await event({ kind: "assigned", assignee: "somebody@example.com" });
    await expectEnded(token, /^This leak was assigned to somebody else on 2026-06-21\. Ask Sam Body before you go\.$/);
    await undo((await theCase()).events.findLast(({ kind }) => kind === "assigned")?.id ?? 0);
    expect(await shown(token)).toMatchObject({ report: null });
  });

  test("when another vendor gets one, or the same vendor a newer one", async () => {
    const first = await assigned();
    const newer = await assigned();
    await expectEnded(first.token, /^A newer link was made on 2026-06-21\. Use that one, or ask Sam Body for it\.$/);
    expect(await shown(newer.token)).toMatchObject({ report: null });
    await assigned({ ...vendor, email: "kim@pipes.example" });
    await expectEnded(newer.token, /assigned to somebody else/);
  });

  test("when it is decided not to be a leak", async () => {
    const { token } = await assigned();
    await event({ kind: "not_a_leak", reason: "pool" });
    await expectEnded(
      token,
      /^This was marked as not a leak\. There is nothing to do; ask Sam Body if you are not sure\.$/,
    );
  });

  test("when the property is archived", async () => {
    const { token } = await assigned();
    await sql`update properties set archived_at = now() where id = ${site.ours.propertyId}`.execute(
      site.app.connections.worker,
    );
    for (const answer of [await open(token), await send(token, fix)]) {
      expect([answer.status, answer.json()]).toMatchObject([
        403,
        { detail: "This property was archived. There is nothing to report any more." },
      ]);
    }
  });

  test("when the property moves to another organization, its report with it", async () => {
    const detail =
      "This property moved to another organization, or was restored, after this link was made. Ask its manager for a new one.";
    const { token } = await assigned();
    expect((await send(token, fix)).status).toBe(201);
    const { token: unused } = await assigned();
    const organizationIds = [site.ours.organizationId, site.theirs.organizationId];
    const staff = { ...site.ours.manager, organizationIds, isStaff: true, role: "IONAdmin" as const };
    const move = async ({ organizationId }: { organizationId: number }) => {
      site.app.clock.now += 60_000;
      const body = { organization_id: organizationId, property_ids: [site.ours.propertyId] };
      const moved = await site.app.ask(
        staff,
        "POST",
        "/v1/admin/staff/inventory/organizations/properties/bulk-assign",
        body,
      );
      expect(moved.status, moved.text).toBe(200);
    };
    await move(site.theirs);
    for (const answer of [await open(unused), await send(unused, fix), await open(token)]) {
      expect([answer.status, answer.json()]).toMatchObject([403, { detail }]);
    }
    await move(site.ours);
    expect(await shown((await assigned()).token)).toMatchObject({ report: null });
  });

  test("in Spanish where its reader prefers that", async () => {
    const { token } = await assigned();
    await event({ kind: "not_a_leak", reason: "pool" });
    const answer = await site.app.ask(nobody, "POST", "/v1/vendor-link", { token }, { "accept-language": "es-MX" });
    expect(answer.json()).toMatchObject({ detail: expect.stringMatching(/fuga/) });
  });

  test("when the leak is over, unless it was used: then it shows its report on", async () => {
    const used = await assigned({ ...vendor, days: 30 });
    expect((await send(used.token, fix)).status).toBe(201);
    const before = days;
    fixedOn = days;
    days += 4;
    site.app.clock.now = Date.parse(at(days));
    await site.send(site.ours, [before, days], leaking);
    expect(await theCase()).toMatchObject({ state: "verified" });
    expect(await shown(used.token)).toMatchObject({ case: null, report: { kind: "fixed", minutes: 25 } });
    await undo((await theCase()).events[1]?.id ?? 0);
    await sql`delete from leak_case_events where link_event_id is not null`.execute(site.app.connections.worker);
    expect(await theCase()).toMatchObject({ state: "ended" });
    await expectEnded(
      used.token,
      /^This leak is over: the meter no longer shows it\. If you repaired it, tell Sam Body\.$/,
    );
    // A link for it would have ended before anybody opened it.
    const late = await assign();
    expect([late.status, late.json()]).toMatchObject([
      409,
      { detail: "This leak is over, so there is nothing for a vendor to report." },
    ]);
    expect((await theCase()).events).toHaveLength(1);
  });
});
