import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { caseCalls } from "../../../contract/leaks/cases.ts";
import { at, type LeakySite, leakySite } from "../testing/leaky-site.ts";
import { forgetOldPhotos } from "./case-photos.ts";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(20));
  const leaking = (serial: string, day: number, hour: number) =>
    (day >= 10 ? 3 : 0) + (serial === "bath" ? (hour === 9 ? 1.5 : 0) : hour > 6 && hour < 19 ? (hour * 5) % 9 : 0);
  for (const property of [site.ours, site.theirs]) await site.send(property, [0, 20], leaking);
});
afterAll(() => site?.app.close());

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
/** A red picture of 64 by 48 pixels, as a phone encodes it. */
const heic = Buffer.from(
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAGgACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACJtZGF0AAAAFigBrxmA70mlv//f4x/19q/4prWmPm4=",
  "base64",
);

async function caseId(who: object = site.ours.manager): Promise<number> {
  const answer = await site.app.ask(who, "GET", "/v1/cases");
  const [found] = caseCalls["GET /v1/cases"].response.parse(answer.json()).results;
  if (found === undefined) throw new Error("There is no case.");
  return found.id;
}

type Who = Parameters<LeakySite["app"]["ask"]>[0];
const send = async (bytes: Buffer, headers: Record<string, string> = {}, who: Who = site.ours.manager) =>
  site.app.ask(who, "POST", `/v1/cases/${await caseId()}/photos`, bytes, { "content-type": "image/jpeg", ...headers });

async function sent(bytes: Buffer, headers: Record<string, string> = {}, who: Who = site.ours.manager) {
  const answer = await send(bytes, headers, who);
  expect(answer.status, answer.text).toBe(201);
  return caseCalls["POST /v1/cases/{id}/photos"].response.parse(answer.json());
}

const report = async (event: object, who: Who = site.ours.manager) =>
  site.app.ask(who, "POST", `/v1/cases/${await caseId()}/events`, event);

const Problem = z.looseObject({ detail: z.string() });
const sentence = (answer: { json(): unknown }) => Problem.parse(answer.json()).detail;

describe("a photo of an event", () => {
  test("is upright, small enough, and without the place where it was taken", async () => {
    const taken = await canvas(4000, 3000)
      .withExif({ IFD0: { Model: "Phone of Sam" }, IFD3: { GPSLatitude: "41/1 52/1 0/1", GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(taken.includes("Phone of Sam")).toBe(true);
    const photo = await sent(taken);
    expect(photo).toMatchObject({ width: 1536, height: 2048 });
    const answer = await report({ kind: "visited", finding: "found", photo_ids: [photo.id] });
    const { events, id } = caseCalls["POST /v1/cases/{id}/events"].response.parse(answer.json());
    expect(events.at(-1)?.photos).toEqual([photo]);
    const shown = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${id}/photos/${photo.id}`);
    expect(shown.headers["content-type"]).toBe("image/jpeg");
    expect(shown.bytes.includes("Phone of Sam")).toBe(false);
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: "jpeg", width: 1536, height: 2048 });
    expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined();
    const preview = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${id}/photos/${photo.id}?size=preview`);
    expect(await sharp(preview.bytes).metadata()).toMatchObject({ width: 240, height: 320 });
  });

  test.each([
    [
      "PNG with transparency",
      () =>
        sharp({ create: { width: 64, height: 48, channels: 4, background: "#0000" } })
          .png()
          .toBuffer(),
    ],
    ["WebP", () => canvas(64, 48).webp().toBuffer()],
    ["HEIC", () => Promise.resolve(heic)],
    ["HEIC that a phone calls JPEG", () => Promise.resolve(heic)],
  ])("may be %s", async (_name, make) => {
    expect(
      await sent(await make(), { "content-type": _name.startsWith("HEIC that") ? "image/jpeg" : "image/heic" }),
    ).toMatchObject({
      width: 64,
      height: 48,
    });
  });

  test("keeps its colours from HEIC", async () => {
    const photo = await sent(heic);
    await report({ kind: "note", photo_ids: [photo.id] });
    const shown = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${await caseId()}/photos/${photo.id}`);
    const { channels } = await sharp(shown.bytes).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([20, 3, 3]);
  });

  test("counts once when it is sent again, and each sender has keys of their own", async () => {
    const bytes = await canvas(30, 20).jpeg().toBuffer();
    const first = await sent(bytes, { "idempotency-key": "one" });
    expect(await sent(bytes, { "idempotency-key": "one" })).toEqual(first);
    const other = await send(heic, { "idempotency-key": "one" });
    expect(other.status).toBe(422);
    const somebodyElse = { ...site.ours.manager, email: "tina@example.com" };
    expect((await sent(bytes, { "idempotency-key": "one" }, somebodyElse)).id).not.toBe(first.id);
  });

  test("belongs to one event of its sender", async () => {
    const photo = await sent(heic);
    const byOther = await report(
      { kind: "note", photo_ids: [photo.id] },
      { ...site.ours.manager, email: "tina@example.com" },
    );
    expect([byOther.status, sentence(byOther)]).toEqual([
      422,
      "A photo of this report is not there any more. Add it again.",
    ]);
    expect((await report({ kind: "note", photo_ids: [photo.id] })).status).toBe(201);
    expect((await report({ kind: "note", photo_ids: [photo.id] })).status).toBe(422);
    expect((await report({ kind: "note", photo_ids: [] })).status).toBe(422);
    expect((await report({ kind: "note", note: "x", photo_ids: Array(11).fill(photo.id) })).status).toBe(422);
  });

  test("is seen by nobody else, and before its event by nobody", async () => {
    const photo = await sent(heic);
    const path = `/v1/cases/${await caseId()}/photos/${photo.id}`;
    expect((await site.app.ask(site.ours.manager, "GET", path)).status).toBe(404);
    await report({ kind: "note", photo_ids: [photo.id] });
    expect((await site.app.ask(site.ours.manager, "GET", path)).status).toBe(200);
    expect((await site.app.ask(site.theirs.manager, "GET", path)).status).toBe(404);
    const theirs = await caseId(site.theirs.manager);
    expect((await site.app.ask(site.theirs.manager, "GET", `/v1/cases/${theirs}/photos/${photo.id}`)).status).toBe(404);
    expect((await send(heic, {}, site.theirs.manager)).status).toBe(404);
  });

  test("is deleted after a day without an event", async () => {
    const forgotten = await sent(heic);
    site.app.clock.now += 25 * 3_600_000;
    await forgetOldPhotos(site.app.connections, () => site.app.clock.now);
    expect((await report({ kind: "note", photo_ids: [forgotten.id] })).status).toBe(422);
  });

  test("is one of at most fifty that wait", async () => {
    const who = { ...site.ours.manager, email: "many@example.com" };
    const bytes = await canvas(30, 20).jpeg().toBuffer();
    for (let i = 0; i < 50; i++) await sent(bytes, {}, who);
    const answer = await send(bytes, {}, who);
    expect([answer.status, sentence(answer)]).toEqual([
      429,
      "Too many photos wait for a report. Save the report first.",
    ]);
  });

  test("is in the property's export", async () => {
    const answer = await site.app.ask(
      site.ours.manager,
      "GET",
      `/v1/reporting/leak-report/properties/${site.ours.propertyId}/export`,
    );
    const document = z
      .looseObject({ leak_case_photos: z.array(z.looseObject({ jpeg: z.string() })) })
      .parse(answer.json());
    // On one line, as decoders of base64 expect it.
    expect(document.leak_case_photos[0]?.jpeg).toMatch(/^\/9j\/[\w+/]{100,}=*$/);
  });
});

describe("a file that is no photo", () => {
  const NOT_READ = "This file is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC file.";
  const TOO_MANY = "This photo has too many pixels. Take it with a lower resolution.";
  const BROKEN = "This photo is broken or incomplete. Take it again.";
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
  /** A PNG that says it has a billion pixels. */
  const bomb = async () => {
    const png = await canvas(1, 1).png().toBuffer();
    png.writeUInt32BE(32_000, 16);
    png.writeUInt32BE(32_000, 20);
    return png;
  };
  test.each([
    ["text", () => Buffer.from("Hello"), NOT_READ],
    ["nothing", () => Buffer.alloc(0), NOT_READ],
    ["an SVG", () => svg, NOT_READ],
    ["a GIF", () => canvas(9, 9).gif().toBuffer(), NOT_READ],
    ["a PDF", () => Buffer.from("%PDF-1.7 of something"), NOT_READ],
    ["a video of a phone", () => Buffer.from("\0\0\0\x18ftypqt  \0\0\0\0qt  ", "latin1"), NOT_READ],
    ["a JPEG cut off", async () => (await canvas(800, 600).jpeg().toBuffer()).subarray(0, 1000), BROKEN],
    ["a HEIC cut off", () => heic.subarray(0, 300), BROKEN],
    ["a JPEG's head before an SVG", () => Buffer.concat([Buffer.from("ffd8ff", "hex"), svg]), BROKEN],
    ["a bomb", bomb, TOO_MANY],
    [
      "a progressive picture of 60 million pixels",
      () => canvas(10_000, 6000).jpeg({ progressive: true }).toBuffer(),
      TOO_MANY,
    ],
  ])("is rejected with a sentence: %s", async (_name, make, expected) => {
    const answer = await send(await make());
    const problem = Problem.parse(answer.json());
    expect([answer.status, problem.detail]).toEqual([422, expected]);
    expect(problem).toHaveProperty("photo");
  });

  test("is rejected beyond ten megabytes, and with another media type", async () => {
    const large = await send(Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([large.status, sentence(large)]).toEqual([413, "Send a smaller body, at most 10 MiB."]);
    const text = await send(heic, { "content-type": "text/csv" });
    expect([text.status, sentence(text)]).toEqual([
      415,
      "Send the photo as it is, as image/jpeg, image/png, image/webp or image/heic.",
    ]);
    const elsewhere = await site.app.ask(site.ours.manager, "POST", `/v1/cases/${await caseId()}/events`, heic, {
      "content-type": "image/heic",
    });
    expect(elsewhere.status).toBe(415);
  });

  test("leaves nothing behind", async () => {
    const count = async () =>
      (await sql<{ n: string }>`select count(*) as n from leak_case_photos`.execute(site.app.connections.worker))
        .rows[0]?.n;
    const before = await count();
    await send(svg);
    expect(await count()).toBe(before);
  });
});

describe("a report on a case that somebody else changed meanwhile", () => {
  test("is not stored until its sender has seen that; a note changes nothing", async () => {
    const tina = { ...site.ours.manager, email: "tina@example.com" };
    const read = await site.app.ask(site.ours.manager, "GET", `/v1/cases/${await caseId()}`);
    const { events } = caseCalls["GET /v1/cases/{id}"].response.parse(read.json());
    const last_seen_event_id = Math.max(...events.map(({ id }) => id));
    await report({ kind: "note", note: "The dog bites" }, tina);
    expect((await report({ kind: "visited", finding: "no_access", last_seen_event_id })).status).toBe(201);
    const fixed = await report({ kind: "fixed", last_seen_event_id }, tina);
    expect([fixed.status, sentence(fixed)]).toEqual([
      409,
      "somebody@example.com reported something about this case meanwhile. Look at it, then send yours or discard it.",
    ]);
    expect((await report({ kind: "fixed" }, tina)).status).toBe(201);
  });

  test("counts as now where the phone's clock is a little ahead", async () => {
    const ahead = (minutes: number) => new Date(site.app.clock.now + minutes * 60_000).toISOString();
    const near = await report({ kind: "visited", finding: "found", at: ahead(9) });
    expect(near.status, near.text).toBe(201);
    const { events } = caseCalls["POST /v1/cases/{id}/events"].response.parse(near.json());
    expect(events.at(-1)?.at).toBe(ahead(0));
    expect((await report({ kind: "visited", finding: "found", at: ahead(11) })).status).toBe(422);
  });
});
