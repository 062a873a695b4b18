import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { audit } from "../../audit/audit.ts";
import { sealAuditLog } from "../../audit/audit-chain.ts";
import { type Connections, connect } from "../../database/connect.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { runHere } from "../testing/run-here.ts";

let url: string;
let drop: () => Promise<void>;
let connections: Connections;
let lastOrganization = 100;

beforeAll(async () => {
  const database = await freshDatabase();
  ({ url, drop } = database);
  connections = connect(url);
});
afterAll(async () => {
  await connections?.close();
  await drop?.();
});

const who = { userId: 7, email: "ada@elm.example", requestId: "r-1", at: Date.now() };

/** Puts rows on record, in a transaction for each, all at once. @returns their ids in order */
async function write(organizationId: number | null, count: number): Promise<number[]> {
  const entry = { action: "unit.change", organizationId, before: { name: "101" }, after: { name: "102" } };
  const write = () => connections.worker.transaction().execute((tx) => audit(tx, who, entry));
  await Promise.all(Array.from({ length: count }, write));
  const found = await sql<{ id: number }>`
    select id from audit_log where organization_id is not distinct from ${organizationId} order by id`.execute(
    connections.accounts,
  );
  return found.rows.map(({ id }) => id);
}

/** Does what only a superuser can: changes rows past the triggers. */
async function tamper(statement: string): Promise<void> {
  await connections.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });
}

const reports = z.array(
  z.object({
    organizationId: z.number().nullable(),
    rows: z.number(),
    head: z.string(),
    waiting: z.number(),
    broken: z.string().nullable(),
  }),
);

async function verify(organizationId: number | null, ...args: string[]) {
  const { code, out, error } = await runHere(url, ["audit", "verify", "--json", ...args]);
  const all = reports.parse(JSON.parse(out === "" ? "[]" : out));
  const report = all.find((one) => one.organizationId === organizationId);
  return { code, error, report };
}

test("reports unchanged rows written and sealed concurrently, and counts unsealed ones", async () => {
  await write(1, 50);
  await write(null, 3);
  await Promise.all([sealAuditLog(connections), sealAuditLog(connections), write(1, 20)]);
  await sealAuditLog(connections);
  await write(1, 2);
  const { code, report } = await verify(1);
  expect(report).toMatchObject({ rows: 70, waiting: 2, broken: null });
  expect((await verify(null)).report).toMatchObject({ rows: 3, broken: null });
  expect(code).toBe(0);
  const table = await runHere(url, ["audit", "verify"]);
  expect(table.out).toMatch(new RegExp(`^1 +70 .* 1:70:${report?.head} +unchanged$`, "m"));
});

const columns = `at, actor, organization_id, action`;

test.each<[string, (ids: number[], organization: number) => string, string]>([
  ["a changed row", ([, id]) => `update audit_log set actor = 'eve' where id = ${id}`, "was changed"],
  [
    "a row with a changed instant",
    ([, id]) => `update audit_log set at = at - interval '1 us' where id = ${id}`,
    "was changed",
  ],
  [
    "a row moved to another organization",
    ([, id]) => `update audit_log set organization_id = 99 where id = ${id}`,
    "was changed",
  ],
  ["a deleted row", ([, id]) => `delete from audit_log where id = ${id}`, "was deleted"],
  [
    "a row deleted with its seal",
    ([, id]) => `with r as (delete from audit_log where id = ${id}) delete from audit_seals where audit_id = ${id}`,
    "Rows 2 to 2 of the chain are missing",
  ],
  [
    "a row deleted with its seal, the others moved up",
    ([, id], chain) => `delete from audit_log where id = ${id};
      delete from audit_seals where audit_id = ${id};
      update audit_seals set position = position - 1 where chain = ${chain} and position > 2`,
    "was changed, or its seal was",
  ],
  [
    "an inserted row",
    (_, chain) => `insert into audit_log (${columns}) values (now(), 'eve', ${chain}, 'unit.change')`,
    "was inserted past the chain",
  ],
])("finds %s", async (_, statement, sentence) => {
  const organization = ++lastOrganization;
  const ids = await write(organization, 4);
  await sealAuditLog(connections);
  expect((await verify(organization)).report?.broken).toBeNull();
  await tamper(statement(ids, organization));
  const { code, report } = await verify(organization);
  expect(report?.broken).toContain(sentence);
  expect(code).toBe(1);
});

test("finds a sealed row inserted with an instant long past", async () => {
  await sql`insert into audit_log (at, actor, organization_id, action)
    values (now() - interval '3 days', 'eve', 51, 'unit.change')`.execute(connections.worker);
  await sealAuditLog(connections);
  expect((await verify(51)).report?.broken).toContain("but was inserted at");
});

test("finds a row that the accounts role backdated before the start of the chain", async () => {
  const organization = lastOrganization++;
  await write(organization, 3);
  await sealAuditLog(connections);
  await connections.accounts.transaction().execute(async (tx) => {
    const made = await sql<{ id: number }>`insert into audit_log (at, actor, organization_id, action)
      values ('2020-01-01', 'x', ${organization}, 'unit.change') returning id`.execute(tx);
    const id = made.rows[0]?.id ?? 0;
    await sql`delete from audit_unsealed where audit_id = ${id}`.execute(tx);
    await sql`insert into audit_unsealed (audit_id, recorded_at) values (${id}, null)`.execute(tx);
  });
  await sealAuditLog(connections);
  expect((await verify(organization)).report?.broken).toContain("was sealed after later ones");
});

test("finds a row deleted before it was sealed", async () => {
  const [id] = await write(52, 1);
  await tamper(`delete from audit_log where id = ${id}`);
  await sealAuditLog(connections);
  expect((await verify(null)).report?.broken).toBe(`Row ${id} was deleted.`);
  await tamper(`delete from audit_seals where audit_id = ${id}`);
});

test("finds a truncated chain, and a rewritten one by a head kept elsewhere", async () => {
  const ids = await write(53, 4);
  await sealAuditLog(connections);
  const kept = `53:4:${(await verify(53)).report?.head}`;
  expect((await verify(53, "--head", kept)).report?.broken).toBeNull();
  const cut = `delete from audit_log where id = ${ids.at(-1)}; delete from audit_seals where audit_id = ${ids.at(-1)}`;
  await tamper(cut);
  expect((await verify(53)).report).toMatchObject({ rows: 3, broken: null });
  expect((await verify(53, "--head", kept)).report?.broken).toContain("its end was cut off");
  await write(53, 1);
  await sealAuditLog(connections);
  expect((await verify(53, "--head", kept)).report?.broken).toContain("the chain was rewritten");
  expect(await verify(53, "--head", "53:4")).toMatchObject({ code: 2, report: undefined });
});
