import { z } from "zod";
import { importCalls } from "../../contract/imports.ts";
import { createFirstAdmin, openFirstAdmin } from "../../server/accounts/first-admin.ts";
import type { Connections } from "../../server/database/connect.ts";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { systemClock } from "../../server/time/clock.ts";

export const ADMIN = { email: "admin@example.com", password: "Correct.horse.battery.7" };

const { response: importRow } = importCalls["POST /v1/properties/{property_id}/imports"];
export type ImportRow = z.infer<typeof importRow>;

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

/** Signs somebody in at one server. @returns the Cookie header, which holds at all of them */
export async function signIn(url: string, who: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(who),
  });
  const text = await answer.text();
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`Nobody was signed in: ${text}`);
  return cookie;
}

/** Sends a file of readings to one server. */
export async function upload(url: string, cookie: string, propertyId: number, file: string): Promise<ImportRow> {
  const answer = await fetch(`${url}/v1/properties/${propertyId}/imports?name=readings.csv`, {
    method: "POST",
    headers: fromOwnPage({ cookie, "content-type": "text/csv" }),
    body: file,
  });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`An upload was answered with ${answer.status}: ${text}`);
  return importRow.parse(JSON.parse(text));
}

/** Asks one server for something as JSON. */
export async function ask(
  url: string,
  cookie: string,
  [method, path, body]: readonly [method: string, path: string, body?: object],
): Promise<{ status: number; value: unknown }> {
  const answer = await fetch(url + path, {
    method,
    headers: fromOwnPage({ cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const value: unknown = text === "" ? null : JSON.parse(text);
  return { status: answer.status, value };
}

const withId = z.looseObject({ id: z.number() });

/** The id in an answer. */
export function idIn(value: unknown): number {
  return withId.parse(value).id;
}
