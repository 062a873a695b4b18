import { sql } from "kysely";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import type { Person } from "./actors.ts";
import { homeReading, liveThrough } from "./history.ts";
import { operations } from "./operation.ts";
import { alike } from "./send.ts";
import { NOW, type Site } from "./site.ts";
import { addTenantProperty, type TenantProperty } from "./tenant.ts";
import type { World } from "./world.ts";

/** Properties that the other tenant gets: about ten times what the first one has. */
const MORE = 20;

/**
 * Compares all that the people of one tenant read, before and after the other tenant's data is added (with the same
 * names and serial numbers), changed and removed.
 */
export async function tryInfluence(site: Site, world: World): Promise<{ answers: number; different: string[] }> {
  const { connections } = site;
  const ours = world.people.filter(
    ({ standing, knownOrganizations }) =>
      standing?.organizationIds.includes(world.home.organizationId) === true &&
      !knownOrganizations.includes(world.foreign.organizationId),
  );
  const admin = world.people.find(({ standing }) => standing?.role === "IONAdmin")?.headers.cookie ?? "";
  const before = await readAll(site, world, ours);
  const different: string[] = [];
  const compare = async (what: string) => {
    for (const [question, answer] of await readAll(site, world, ours)) {
      if (answer !== before.get(question)) different.push(`${question}, after the other tenant's data was ${what}`);
    }
  };
  const added: TenantProperty[] = [];
  for (let i = 0; i < MORE; i++) {
    const canary = { ...world.home.canary, firstId: 51_000_000 + i * 10_000 };
    const tenant = await addTenantProperty(connections, world.foreign.organizationId, canary);
    await liveThrough(site, tenant, canary, admin);
    added.push(tenant);
  }
  await compare("added");
  for (const tenant of added) {
    const reading = { ...homeReading(tenant, world.home.canary), gallons: 77, sequence: 5 };
    const headers = { authorization: `Bearer ${tenant.token}` };
    await site.ask({ method: "POST", url: "/v1/ingest/readings", headers, body: [reading] });
  }
  await sql`update organizations set name = 'Avocet Homes' where id = ${world.foreign.organizationId}`.execute(
    connections.worker,
  );
  await sql`insert into organization_prices (organization_id, price) values (${world.foreign.organizationId}, 9)`.execute(
    connections.worker,
  );
  await refreshAll(connections, () => NOW);
  await compare("changed");
  const ids = added.map(({ propertyId }) => propertyId);
  for (const table of ["leaks", "alerts", "meter_days", "unit_days", "property_days", "leak_repairs"]) {
    await sql`delete from ${sql.table(table)} where property_id = any(${ids}::bigint[])`.execute(connections.worker);
  }
  await sql`update properties set archived_at = ${new Date(NOW)} where id = any(${ids}::bigint[])`.execute(
    connections.worker,
  );
  await compare("removed");
  return { answers: before.size, different };
}

/** What each of the people reads about what is theirs, by question. */
async function readAll(site: Site, world: World, people: readonly Person[]): Promise<Map<string, string>> {
  const { names, canary } = world.home;
  const answers = new Map<string, string>();
  for (const operation of operations().filter(({ method }) => method === "GET")) {
    const request = operation.request({ params: names, query: names, body: names }, canary.volume);
    for (const person of people) {
      for (const url of new Set([request.url, request.url.split("?")[0] ?? ""])) {
        const answer = await site.ask({ ...request, url, headers: { ...request.headers, ...person.headers } });
        answers.set(`GET ${url} as ${person.title}`, alike(answer, []));
      }
    }
  }
  return answers;
}
