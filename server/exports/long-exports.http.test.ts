import { get } from "node:http";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { clockChange, clockChangeNow } from "../reporting/testing/clock-change.ts";
import { addOrganization, addProperty } from "../reporting/testing/places.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";

let app: ScopedApp;
/** Where it listens; calls are made as the user of the last request. */
let address: string;
let home: Awaited<ReturnType<typeof clockChange>>;
const estate = { organizationIds: [0], propertyIds: [0] };
/** More than are read at once. */
const MANY = 11_000;

beforeAll(async () => {
  app = await scopedApp(clockChangeNow);
  address = await app.listen();
  home = await clockChange(app.connections);
  const organization_id = await addOrganization(app.connections, "Estate");
  const short = await addProperty(app.connections, { name: "Short", time_zone: "UTC", organization_id });
  Object.assign(estate, { organizationIds: [organization_id], propertyIds: [short.id] });
});
afterAll(() => app.close());

test("reads a long table as of its first row, for as long as its reader may and stays", async () => {
  const { owner } = app.connections;
  const added = await sql<{ id: number }>`
    insert into properties (organization_id, name, time_zone, state)
    select ${estate.organizationIds[0] ?? null}, 'Long ' || lpad(n::text, 6, '0'), 'UTC', repeat('x', 2000)
    from generate_series(1, ${MANY}) n returning id`.execute(owner);
  const long = { ...estate, propertyIds: added.rows.map(({ id }) => id) };
  const url = "/v1/reporting/device-health/portfolio-detail/properties/export?ordering=property_name&file_type=csv";
  // Requests over the socket are made as the user of the last request.
  await app.ask(long, "GET", "/v1/reporting/overview");
  const text = await new Promise<string>((done, fail) => {
    get(address + url, (answer) => {
      let all = "";
      answer.setEncoding("utf8");
      answer.once("data", (first: string) => {
        all = first;
        answer.pause();
        sql`update properties set name = name || ' (new)', state = '' where name like 'Long %'`
          .execute(owner)
          .then(() => {
            answer.on("data", (piece: string) => {
              all += piece;
            });
            answer.resume();
          }, fail);
      });
      answer.on("end", () => done(all));
      answer.on("error", fail);
    }).on("error", fail);
  });
  const names = namesIn(text);
  expect(names).toHaveLength(MANY);
  expect(new Set(names).size).toBe(MANY);
  expect(names.filter((name) => name.endsWith("(new)"))).toEqual([]);

  await sql`update properties set state = repeat('x', 2000) where name like 'Long %'`.execute(owner);
  const changed = new Promise<string>((done) => {
    get(address + url, (answer) => {
      answer.once("data", () => {
        answer.pause();
        app.ask(estate, "GET", "/v1/reporting/my-properties/").then(() => answer.resume());
      });
      answer.on("error", ({ message }) => done(message));
      answer.on("end", () => done("whole"));
    });
  });
  expect(await changed).toBe("aborted");

  await app.ask(long, "GET", "/v1/reporting/my-properties/");
  for (const exportUrl of [url, url.replace("csv", "xlsx")]) {
    await new Promise<void>((done) => {
      const request = get(address + exportUrl, (answer) => {
        answer.once("data", () => {
          request.destroy();
          done();
        });
      }).on("error", () => {});
    });
  }
  await vi.waitFor(
    async () => {
      const open = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = 'dripline app' and state <> 'idle'`.execute(owner);
      expect(open.rows[0]?.count).toBe(0);
    },
    { timeout: 30_000 },
  );
});

test("stalled readers block neither other tenants nor other users of their organization", async () => {
  const url = "/v1/reporting/device-health/portfolio-detail/properties/export?file_type=csv";
  const ids = await sql<{ id: number }>`select id from properties where name like 'Long %'`.execute(
    app.connections.owner,
  );
  const stalling = {
    ...estate,
    propertyIds: ids.rows.map(({ id }) => id),
    currentOrganizationId: estate.organizationIds[0] ?? 0,
    userId: 11,
  };
  await app.ask(stalling, "GET", "/v1/reporting/overview");
  const begunToRead = vi.fn();
  const sockets = [1, 2, 3, 4].map(() =>
    get(address + url, (answer) => {
      answer.pause();
      begunToRead();
    }).on("error", () => {}),
  );
  try {
    await vi.waitFor(() => expect(begunToRead).toHaveBeenCalledTimes(2), { timeout: 30_000 });
    const colleague = { ...stalling, propertyIds: estate.propertyIds, userId: 12 };
    expect((await app.ask(colleague, "GET", url)).status).toBe(200);
    const other = { ...home.manager, currentOrganizationId: 999_999, userId: 13 };
    expect((await app.ask(other, "GET", url)).status).toBe(200);
    expect(begunToRead).toHaveBeenCalledTimes(2);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

function namesIn(csv: string): string[] {
  const rows = z.array(z.object({ Property: z.string() })).parse(parse(csv, { columns: true, bom: true }));
  return rows.map((row) => row.Property);
}
