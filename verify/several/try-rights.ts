import { sql } from "kysely";
import { z } from "zod";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import type { Connections } from "../../server/database/connect.ts";
import type { Fleet } from "../harness/fleet.ts";
import { ask, idIn, signIn } from "../harness/person.ts";

const PROPERTY_RIGHT = "reporting.view_property_data_report";
const ASSET_RIGHT = "reporting.view_asset_data_report";
/** Needs the right to see the whole portfolio's data. */
const REPORT = "/v1/reporting/portfolio-insights/properties/performance?days_ago=30";
const USERS = "/v1/admin/staff/organizations/users/external";
const PASSWORD = "Quiet-Valves-7!";

const withToken = z.looseObject({ invitation_link: z.string() });

/**
 * Changes what somebody may do at one server after another, and queries the others with the very next request.
 * @returns the number of requests, and every answer that did not know of the change
 */
export async function tryRights(
  { servers, connections }: Pick<Fleet, "servers" | "connections">,
  admin: { email: string; password: string },
  places: readonly BenchPlace[],
  rounds: number,
): Promise<{ requestCount: number; disobeyed: string[]; strangers: number }> {
  const urls = servers.map(({ url }) => url);
  const at = (n: number) => urls[n % urls.length] ?? "";
  const cookies = await Promise.all(urls.map(async (url) => (await signIn(url, admin)).cookie));
  const organization = await organizationOf(connections, places[0]);
  const propertyIds = places.map(({ propertyId }) => propertyId);
  const disobeyed: string[] = [];
  let [requests, strangers] = [0, 0];
  for (const cookie of cookies) {
    for (const url of urls) if ((await ask({ url, cookie }, ["GET", "/v1/me"])).status !== 200) strangers++;
  }
  const expect = async (what: string, url: string, cookie: string, path: string, status: number) => {
    requests++;
    const answer = await ask({ url, cookie }, ["GET", path]);
    if (answer.status !== status) disobeyed.push(`${what}: ${answer.status} where ${status} was due`);
  };
  for (let round = 0; round < rounds; round++) {
    const [here, there] = [at(round), at(round + 1)];
    const [cookie = ""] = cookies;
    const email = `member${round}@example.com`;
    const access = { role: 4, permissions: [ASSET_RIGHT], assigned_properties: propertyIds };
    const body = { email, ...access, organization_id: organization };
    const made = await ask({ url: here, cookie }, ["POST", USERS, body]);
    const { invitation_link } = withToken.parse(made.value);
    const path = `${USERS}/${idIn(made.value)}`;
    const member = await takeInvitation(there, invitation_link);
    // An account whose link was shown to an administrator loses its password when it gains rights.
    await sql`update users set email_proven_at = now() where email = ${email}`.execute(connections.owner);
    await expect("a right that is there", there, member, REPORT, 200);
    const changed = await ask({ url: here, cookie }, [
      "PATCH",
      path,
      { organization_id: organization, permissions: [PROPERTY_RIGHT] },
    ]);
    if (changed.status !== 200) throw new Error(`A change of rights was answered with ${changed.status}.`);
    await expect("a right taken away", there, member, REPORT, 403);
    await ask({ url: there, cookie }, ["PATCH", path, { organization_id: organization, permissions: [ASSET_RIGHT] }]);
    await expect("a right given", here, member, REPORT, 200);
    if (round % 2 === 0) await ask({ url: here, cookie }, ["DELETE", path]);
    else await ask({ url: here, cookie: member }, ["DELETE", "/v1/session"]);
    await expect(round % 2 === 0 ? "a user deleted" : "signed out", there, member, "/v1/me", 401);
  }
  return { requestCount: requests, disobeyed, strangers };
}

async function organizationOf({ worker }: Connections, place: BenchPlace | undefined): Promise<number> {
  const rows = await sql<{ organization_id: number }>`
    select organization_id from properties where id = ${place?.propertyId ?? 0}`.execute(worker);
  return rows.rows[0]?.organization_id ?? 0;
}

/** @returns the Cookie header of the session that it opens */
async function takeInvitation(url: string, link: string): Promise<string> {
  const answer = await fetch(`${url}/v1/invitation`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: new URL(link).hash.slice("#token=".length), password: PASSWORD }),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`An invitation was answered with ${answer.status}: ${text}`);
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}
