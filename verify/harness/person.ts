import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { importCalls } from "../../contract/readings/imports.ts";
import { createFirstAdmin, openFirstAdmin } from "../../server/accounts/first-admin.ts";
import type { Connections } from "../../server/database/connect.ts";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { systemClock } from "../../server/time/clock.ts";

export const ADMIN = { email: "admin@example.com", password: "Correct.horse.battery.7" };

const { response: importRow } = importCalls["POST /v1/properties/{property_id}/imports"];
type ImportRow = z.infer<typeof importRow>;

/** Somebody who is signed in at a server. */
export interface Person {
  url: string;
  /** The Cookie header, which holds at all servers on the database. */
  cookie: string;
}

/** Makes the first administrator. @returns e-mail and password */
export async function makeAdmin(connections: Connections): Promise<typeof ADMIN> {
  const make = async () => {
    const token = await openFirstAdmin(connections, systemClock);
    await createFirstAdmin(connections, systemClock, { ...ADMIN, firstName: "", lastName: "", token: token ?? "" }, "");
  };
  // A server that just starts opens a link of its own, which ends ours.
  await make().catch(make);
  return ADMIN;
}

export async function signIn(url: string, { email, password }: typeof ADMIN = ADMIN): Promise<Person> {
  const answer = await fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const text = await answer.text();
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`Nobody was signed in: ${text}`);
  return { url, cookie };
}

/** Asks for something; any answer is fine. */
export async function ask(
  { url, cookie }: Person,
  [method, path, body]: readonly [method: string, path: string, body?: object],
): Promise<{ status: number; text: string; value: unknown }> {
  const answer = await fetch(url + path, {
    method,
    headers: fromOwnPage({ cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const value: unknown = /^[[{]/.test(text) ? JSON.parse(text) : null;
  return { status: answer.status, text, value };
}

const withId = z.looseObject({ id: z.number() });

/** The id in an answer. */
export function idIn(value: unknown): number {
  return withId.parse(value).id;
}

/** Sends a file of readings, which is then worked in. */
export async function upload(
  { url, cookie }: Person,
  propertyId: number,
  file: string | Uint8Array<ArrayBuffer>,
): Promise<ImportRow> {
  const answer = await fetch(`${url}/v1/properties/${propertyId}/imports?name=readings.csv`, {
    method: "POST",
    headers: fromOwnPage({ cookie, "content-type": "text/csv" }),
    body: file,
  });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`An upload was answered with ${answer.status}: ${text.slice(0, 300)}`);
  return importRow.parse(JSON.parse(text));
}

/** Waits until an import is as it is wanted. @throws Error when it ends otherwise */
export async function waitForImport(
  person: Person,
  propertyId: number,
  id: number,
  isSo: (row: ImportRow) => boolean = ({ state }) => state === "done",
): Promise<ImportRow> {
  for (;;) {
    const { status, text } = await ask(person, ["GET", `/v1/properties/${propertyId}/imports/${id}`]);
    if (status !== 200) throw new Error(`An import was answered with ${status}: ${text.slice(0, 300)}`);
    const row = importRow.parse(JSON.parse(text));
    if (isSo(row)) return row;
    if (row.state !== "waiting" && row.state !== "running") {
      throw new Error(`The import ended too early: ${row.state} ${row.error ?? ""}`);
    }
    await pause(20);
  }
}
