import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { leakCalls } from "../../../contract/leaks/leaks.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(20));
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 20], leaking);
  await sql`
    insert into users (email, first_name, last_name) values ('somebody@example.com', 'Sam', 'Body'),
      ('tina@example.com', 'Tina', 'Tech'), ('other@example.com', 'Olga', 'Other')`.execute(
    site.app.connections.accounts,
  );
  await sql`
    insert into memberships (user_id, organization_id, role, permissions)
    select id, case email when 'other@example.com' then ${site.theirs.organizationId}::bigint
        else ${site.ours.organizationId}::bigint end,
      case email when 'tina@example.com' then 'organization member' else 'organization admin' end,
      array['reporting.view_property_data_report']
    from users`.execute(site.app.connections.accounts);
});
afterAll(() => site?.app.close());

/** A household without a leak: nothing at night. */
const usual = (hour: number) => (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0);

/** The toilet leaks three gallons an hour from day 10 on, which run through the home's meter. */
function leaking(serial: string, day: number, hour: number): number {
  const leak = day >= 10 ? 3 : 0;
  return serial === "bath" ? leak + (hour === 9 ? 1.5 : 0) : usual(hour) + leak;
}

async function listed(query = "", who: object = site.ours.manager) {
  const answer = await site.app.ask(who, "GET", `/v1/cases?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
}

async function theCase() {
  const [found] = await listed();
  if (found === undefined) throw new Error("There is no case.");
  const answer = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${found.id}`);
  expect(answer.status, answer.text).toBe(200);
  return caseCalls["GET /v1/cases/{id}"].response.parse(answer.json());
}

const report = (id: number, event: object, headers?: Record<string, string>, who: object = site.ours.manager) =>
  site.app.ask(who, "POST", `/v1/cases/${id}/events`, event, headers);

async function reported(id: number, event: object, headers?: Record<string, string>) {
  const answer = await report(id, event, headers);
  expect(answer.status, answer.text).toBe(201);
  return caseCalls["POST /v1/cases/{id}/events"].response.parse(answer.json());
}

async function undone(id: number, eventId: number) {
  const answer = await site.app.ask(site.ours.manager, "DELETE", `/v1/cases/${id}/events/${eventId}`);
  expect(answer.status, answer.text).toBe(200);
  return caseCalls["DELETE /v1/cases/{id}/events/{event_id}"].response.parse(answer.json());
}

describe("a leaking toilet seen by two meters", () => {
  test("is one case, with its water once", async () => {
    const found = await listed();
    expect(found).toMatchObject([
      {
        property_name: "Ours House",
        building_name: "Main",
        unit_name: "1",
        leak_type: "toilet leak",
        meter_serial_number: "bath",
        attached_to: "Toilet",
        state: "open",
        flow: "running",
        started_at: at(10),
        ended_at: null,
        over_at: null,
        gallons_per_day: 72,
        dollars_per_day: 1.44,
        total_gallons_leaked: 720,
        leak_cost: 14.4,
        assignee: null,
      },
    ]);
    const whole = await theCase();
    expect(whole.leaks).toEqual([
      { meter_serial_number: "bath", attached_to: "Toilet", started_at: at(10), ended_at: null },
      { meter_serial_number: "home", attached_to: "SPOE", started_at: at(10), ended_at: null },
    ]);
    expect(whole.days.reduce((sum, day) => sum + day.gallons_leaked, 0)).toBe(720);
    expect(whole.days[0]).toEqual({ date: "2026-06-09", gallons_consumed: 48, gallons_leaked: 0 });
  });

  test("has a notice to the resident in English and Spanish, and in the reader's measure", async () => {
    const { id } = await theCase();
    const notice = async (query: string) => {
      const answer = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${id}/notice?${query}`);
      expect(answer.status, answer.text).toBe(200);
      return caseCalls["GET /v1/cases/{id}/notice"].response.parse(answer.json());
    };
    const english = await notice("");
    expect(english.subject).toBe("Water leak in 1, Ours House");
    expect(english.text).toMatch(
      /^To the resident of Ours House, Main, 1\n\nThe water meter has shown a leak since June 11, 2026\. Most likely a toilet keeps running\. It loses about 72 gal of water a day\./,
    );
    const spanish = await notice("language=es&measure=litre");
    expect(spanish.text).toMatch(/11 de junio de 2026.*273 L/);
    expect((await site.app.ask(site.theirs.manager, "GET", `/v1/cases/${id}/notice`)).status).toBe(404);
  });

  test("is listed by place, state and order, and in no other organization", async () => {
    const [one] = await listed();
    expect(await listed(`unit_id=${site.ours.unitId}&building_id=${site.ours.buildingId}&state=open`)).toEqual([one]);
    for (const ordering of ["dollars_per_day", "-gallons_per_day", "started_at", "-fixed_at", "property_name"]) {
      expect(await listed(`ordering=${ordering}`)).toEqual([one]);
    }
    expect(await listed("state=verified&state=fix_reported&state=cannot_verify")).toEqual([]);
    expect(await listed("", site.theirs.manager)).toMatchObject([{ property_name: "Theirs House" }]);
    const foreign = await site.app.ask(site.theirs.manager, "GET", `/v1/cases/${one?.id}`);
    const unknown = await site.app.ask(site.theirs.manager, "GET", "/v1/cases/999999");
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
  });
});

describe("what people report", () => {
  test("acknowledges, assigns and visits it; an undone event counts no more and stays in the history", async () => {
    const { id } = await theCase();
    expect(await reported(id, { kind: "acknowledged" })).toMatchObject({ state: "acknowledged" });
    const assigned = await reported(id, { kind: "assigned", assignee: "Tina@example.com" }).catch((error) => error);
    // Tina is a member without this property.
    expect(assigned).toBeInstanceOf(Error);
    const mine = await reported(id, { kind: "assigned", assignee: "somebody@example.com", note: "Today" });
    expect(mine).toMatchObject({ state: "assigned", assignee: "somebody@example.com" });
    expect(await listed("assignee=Somebody@example.com")).toHaveLength(1);
    expect(await listed("assignee=tina@example.com")).toEqual([]);
    const nobodys = await reported(id, { kind: "assigned", assignee: null });
    expect(nobodys).toMatchObject({ state: "acknowledged", assignee: null });
    expect(await undone(id, nobodys.events.findLast(({ assignee }) => assignee === null)?.id ?? 0)).toMatchObject({
      state: "assigned",
    });
    const visited = await reported(id, { kind: "visited", finding: "no_access", at: at(19, 12) });
    expect(visited).toMatchObject({ state: "visited", assignee: "somebody@example.com" });
    const visit = visited.events.find(({ kind }) => kind === "visited");
    const back = await undone(id, visit?.id ?? 0);
    expect(back).toMatchObject({ state: "assigned" });
    expect(back.events.find(({ kind }) => kind === "visited")).toMatchObject({
      finding: "no_access",
      undone_by: "somebody@example.com",
    });
    const again = await site.app.ask(site.ours.manager, "DELETE", `/v1/cases/${id}/events/${visit?.id}`);
    expect(again.status).toBe(404);
  });

  test("puts it off until a day, on which it is back; deadlines and states go on, and any report ends it", async () => {
    const { id } = await theCase();
    const { clock } = site.app;
    const now = clock.now;
    const until = (day: string) => report(id, { kind: "snoozed", until: day });
    for (const day of ["2026-06-21", "2026-06-20", "2026-09-20"]) {
      expect((await until(day)).json()).toMatchObject({
        until: ["Give a day after today and at most 90 days ahead."],
      });
    }
    const before = await theCase();
    expect(await reported(id, { kind: "snoozed", until: "2026-06-23", note: "Part ordered" })).toMatchObject({
      state: before.state,
      snoozed_until: "2026-06-23",
    });
    expect([await listed("is_snoozed=false"), await listed("is_snoozed=true")]).toMatchObject([[], [{ id }]]);
    clock.now = Date.parse(at(22, 1));
    expect([await listed("is_snoozed=false"), await listed("is_snoozed=true")]).toMatchObject([[{ id }], []]);
    clock.now = now;
    const again = await reported(id, { kind: "acknowledged" });
    expect(again).toMatchObject({ snoozed_until: null });
    const last = again.events.findLast(({ kind }) => kind === "acknowledged");
    const back = await undone(id, last?.id ?? 0);
    expect(back).toMatchObject({ snoozed_until: "2026-06-23" });
    const snooze = back.events.find(({ kind }) => kind === "snoozed");
    expect(snooze).toMatchObject({ until: "2026-06-23", note: "Part ordered" });
    expect(await undone(id, snooze?.id ?? 0)).toMatchObject({ snoozed_until: null, state: before.state });
  });

  test("offers those who may see the property, the caller first", async () => {
    const { id } = await theCase();
    const people = async () => {
      const answer = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${id}/assignees`);
      return caseCalls["GET /v1/cases/{id}/assignees"].response.parse(answer.json());
    };
    expect(await people()).toEqual([{ email: "somebody@example.com", name: "Sam Body" }]);
    await sql`
      insert into membership_properties (user_id, organization_id, property_id)
      select id, ${site.ours.organizationId}, ${site.ours.propertyId} from users where email = 'tina@example.com'`.execute(
      site.app.connections.accounts,
    );
    expect((await people()).map(({ email }) => email)).toEqual(["somebody@example.com", "tina@example.com"]);
    expect(await reported(id, { kind: "assigned", assignee: "Tina@example.com" })).toMatchObject({
      assignee: "tina@example.com",
    });
  });

  test.each([
    [{ kind: "visited", finding: "found", at: at(21) }, 422, "at", /future/],
    [{ kind: "visited", finding: "found", at: at(3) }, 422, "at", /began later/],
    [{ kind: "fixed", at: at(3) }, 422, "at", /began later/],
    [{ kind: "assigned", assignee: "other@example.com" }, 422, "assignee", /can see the property/],
    [{ kind: "assigned", assignee: "nobody@example.com" }, 422, "assignee", /can see the property/],
    [{ kind: "fixed", cost: -1 }, 422, "cost", /./],
    [{ kind: "fixed", cost: 1.001 }, 422, "cost", /decimals/],
    [{ kind: "not_a_leak" }, 422, "reason", /./],
    [{ kind: "note", note: " " }, 422, "note", /./],
    [{ kind: "healed" }, 422, "kind", /./],
  ])("rejects %j and stores nothing", async (event, status, field, message) => {
    const before = await theCase();
    const answer = await report(before.id, event);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.json()).toMatchObject({ [field]: [expect.stringMatching(message)] });
    expect(await theCase()).toEqual(before);
  });

  test("counts a request that is sent again once, and rejects another under its key", async () => {
    const { id } = await theCase();
    const key = { "idempotency-key": "note-1" };
    const first = await reported(id, { kind: "note", note: "Key is at the office" }, key);
    expect(await reported(id, { kind: "note", note: "Key is at the office" }, key)).toEqual(first);
    const other = await report(id, { kind: "note", note: "Another" }, key);
    expect(other.status).toBe(422);
    expect(other.json()).toMatchObject({ code: "idempotency_key_reused" });
  });

  test("keys of different people are independent", async () => {
    const { id } = await theCase();
    const key = { "idempotency-key": "1" };
    const tina = { ...site.ours.manager, userId: 2, email: "tina@example.com" };
    const note = { kind: "note", note: "The gate is open" };
    await reported(id, note, key);
    expect((await report(id, note, key, tina)).status).toBe(201);
    const other = await report(id, { kind: "note", note: "The dog bites" }, { "idempotency-key": "note-1" }, tina);
    expect(other.status, other.text).toBe(201);
    const { events } = await theCase();
    expect(events.slice(-3).map((event) => [event.made_by, event.note])).toEqual([
      ["somebody@example.com", "The gate is open"],
      ["tina@example.com", "The gate is open"],
      ["tina@example.com", "The dog bites"],
    ]);
  });

  test("nobody reports about a case that they do not see, or without the permission", async () => {
    const { id } = await theCase();
    expect((await report(id, { kind: "acknowledged" }, {}, site.theirs.manager)).status).toBe(404);
    const portfolio = { ...site.ours.manager, permissions: ["reporting.view_asset_data_report"] };
    expect((await report(id, { kind: "acknowledged" }, {}, portfolio)).status).toBe(403);
  });
});

describe("a fix", () => {
  test("waits for data, marks both meters in the list of leaks, and is verified after a measured day", async () => {
    const { id } = await theCase();
    const fixed = { kind: "fixed", at: at(19, 22), cause_code: "flapper", minutes: 25, cost: 18.5, work_order: "WO-7" };
    const after = await reported(id, fixed);
    expect(after).toMatchObject({ state: "fix_reported", fixed_at: at(19, 22) });
    expect(after.events.find(({ kind }) => kind === "fixed")).toMatchObject({
      cause_code: "flapper",
      minutes: 25,
      cost: 18.5,
      work_order: "WO-7",
    });
    const leaks = await site.app.ask(site.ours.manager, "GET", "/v1/leaks");
    const states = leakCalls["GET /v1/leaks"].response.parse(leaks.json()).results.map(({ state }) => state);
    expect(states).toEqual(["repaired", "repaired"]);
    site.app.clock.now = Date.parse(at(20, 23));
    await site.send(site.ours, [20, 21], (serial, _day, hour) =>
      hour === 23 ? null : serial === "home" ? usual(hour) : 0,
    );
    expect(await theCase()).toMatchObject({ id, state: "fix_reported", flow: "paused", ended_at: at(20) });
    site.app.clock.now = Date.parse(at(21, 1));
    await site.send(site.ours, [21, 22], (_serial, _day, hour) => (hour > 0 ? null : 0));
    expect(await theCase()).toMatchObject({ id, state: "verified", flow: "stopped", over_at: at(21, 1) });
    expect(await listed("state=verified")).toHaveLength(1);
  });

  test("that comes back is the same case, returned, and over only after its own longest pause and a day", async () => {
    const before = await theCase();
    site.app.clock.now = Date.parse(at(27));
    await site.send(site.ours, [21, 24], (serial, _day, hour) => (serial === "home" ? usual(hour) : 0));
    await site.send(site.ours, [24, 27], leaking);
    const returned = await theCase();
    expect(returned).toMatchObject({ id: before.id, state: "returned", flow: "running", longest_pause_hours: 96 });
    expect(returned).toMatchObject({ started_at: at(10), total_gallons_leaked: 720 + 216 });
    await reported(before.id, { kind: "fixed", at: at(26, 23) });
    site.app.clock.now = Date.parse(at(31, 12));
    await site.send(site.ours, [27, 31], (serial, _day, hour) => (serial === "home" ? usual(hour) : 0));
    // Four days without it, as before it came back.
    expect(await theCase()).toMatchObject({ state: "fix_reported", flow: "paused", ended_at: at(27) });
    site.app.clock.now = Date.parse(at(32, 12));
    await site.send(site.ours, [31, 32], (serial, _day, hour) => (serial === "home" ? usual(hour) : 0));
    expect(await theCase()).toMatchObject({ state: "verified", over_at: at(32) });
  });

  test("cannot be verified while the meter gives no data", async () => {
    const [one] = await listed("", site.theirs.manager);
    const fixed = { kind: "fixed", at: at(19, 23) };
    await report(one?.id ?? 0, fixed, {}, site.theirs.manager);
    await site.send(site.theirs, [20, 24], (_serial, _day, hour) => usual(hour), ["home"]);
    const found = await listed("state=cannot_verify", site.theirs.manager);
    expect(found).toMatchObject([{ id: one?.id, state: "cannot_verify", flow: "no_data" }]);
    expect(await listed("state=fix_reported", site.theirs.manager)).toEqual([]);
  });

  test("undone takes its repair marks back; one marked in the list of leaks is an event of its case", async () => {
    const { id, events } = await theCase();
    const last = events.findLast(({ kind }) => kind === "fixed");
    expect(await undone(id, last?.id ?? 0)).toMatchObject({ state: "ended" });
    const marks = await sql<{ count: number }>`
      select count(*)::int as count from leak_repairs where undone_at is null and repaired_at = ${at(26, 23)}`.execute(
      site.app.connections.worker,
    );
    expect(marks.rows).toEqual([{ count: 0 }]);
    const body = { property_id: site.ours.propertyId, meter: "bath", repaired_at: at(26, 22), note: "By the list" };
    const marked = await site.app.ask(site.ours.manager, "POST", "/v1/leaks/repaired", body);
    expect(marked.status, marked.text).toBe(201);
    const { id: mark } = leakCalls["POST /v1/leaks/repaired"].response.parse(marked.json());
    const whole = await theCase();
    expect(whole).toMatchObject({ state: "verified" });
    expect(whole.events.filter(({ note }) => note === "By the list")).toMatchObject([
      { kind: "fixed", undone_at: null },
    ]);
    const taken = await site.app.ask(site.ours.manager, "DELETE", `/v1/leaks/repaired/${mark}`);
    expect(taken.status).toBe(200);
    expect(await theCase()).toMatchObject({ state: "ended" });
  });

  test("not a leak stays so when it runs again", async () => {
    const { id } = await theCase();
    await reported(id, { kind: "not_a_leak", reason: "ice_machine" });
    site.app.clock.now = Date.parse(at(36));
    await site.send(site.ours, [32, 36], (serial, day, hour) => leaking(serial, day, hour));
    expect(await theCase()).toMatchObject({ id, state: "not_a_leak", flow: "running" });
  });
});

describe("a case that is over", () => {
  test("keeps what is reported about it after another case of the same unit began", async () => {
    const [before] = await listed("", site.theirs.manager);
    const id = before?.id ?? 0;
    const { clock } = site.app;
    clock.now = Date.parse(at(62));
    // 32 days without the leak, then another one.
    await site.send(site.theirs, [20, 58], (serial, _day, hour) => (serial === "home" ? usual(hour) : 0));
    await site.send(site.theirs, [58, 62], leaking);
    const all = await listed("ordering=started_at", site.theirs.manager);
    expect(all.map((one) => [one.id === id, one.flow])).toEqual([
      [true, "stopped"],
      [false, "running"],
    ]);
    const noted = await report(id, { kind: "note", note: "Old flapper kept" }, {}, site.theirs.manager);
    expect(noted.status, noted.text).toBe(201);
    const whole = caseCalls["POST /v1/cases/{id}/events"].response.parse(noted.json());
    expect(whole.events.map(({ note }) => note)).toContain("Old flapper kept");
    const decided = await report(id, { kind: "not_a_leak", reason: "guests" }, {}, site.theirs.manager);
    expect(decided.json()).toMatchObject({ id, state: "not_a_leak" });
    const states = (await listed("ordering=started_at", site.theirs.manager)).map(({ state }) => state);
    expect(states).toEqual(["not_a_leak", "open"]);
  });

  test("takes a fix from before it was over, and rejects one from after", async () => {
    const [one] = await listed("ordering=started_at", site.theirs.manager);
    const late = await report(one?.id ?? 0, { kind: "fixed", at: at(40) }, {}, site.theirs.manager);
    expect(late.status).toBe(422);
    expect(late.json()).toMatchObject({ at: [expect.stringMatching(/was over/)] });
    const unnamed = await report(one?.id ?? 0, { kind: "fixed" }, {}, site.theirs.manager);
    expect(unnamed.status).toBe(422);
  });
});

test("a leak that has paused goes on in the list and on its meter's page, whatever the period", async () => {
  const other = await leakySite(at(29));
  try {
    // Dry on days 20 to 23, and again from day 27 on.
    await other.send(other.ours, [0, 29], (serial, day, hour) =>
      day < 20 || (day >= 24 && day < 27) ? leaking(serial, day, hour) : leaking(serial, 0, hour),
    );
    const days = "start_date=2026-06-24&end_date=2026-06-28";
    for (const path of ["leak-overview", "leak-details/meters/bath/overview"]) {
      const found = await other.app.ask(other.ours.manager, "GET", `/v1/reporting/leak-report/${path}?${days}`);
      expect(found.status, found.text).toBe(200);
      const begun = {
        leak_start_date: "2026-06-11",
        leak_end_date: null,
        is_active: true,
        // Ten days and three of 72 gallons.
        total_gallons_leaked: 936,
      };
      expect(found.json()).toMatchObject(path === "leak-overview" ? { results: [begun] } : begun);
    }
  } finally {
    await other.app.close();
  }
});
