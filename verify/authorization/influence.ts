import { sql } from "kysely";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { refreshAll } from "../../server/metering/refresh-all.ts";
import type { Person } from "../world/actors.ts";
import { homeReading, liveThrough, PERIOD } from "../world/history.ts";
import { type Operation, operations } from "../world/operation.ts";
import { alike } from "../world/send.ts";
import { NOW, type Site } from "../world/site.ts";
import { addTenantProperty, type TenantProperty } from "../world/tenant.ts";
import type { World } from "../world/world.ts";

/** Properties that the other tenant gets: about ten times what the first one has. */
const MORE = 20;
/** So often must an answer change with the other tenant's rows to have changed because of them. */
const TIMES = 3;

/**
 * Compares all that the people of one tenant read, before and after the other tenant's data is added (with the same
 * names and serial numbers), changed and removed.
 */
export async function tryInfluence(site: Site, world: World): Promise<{ answers: number; different: string[] }> {
  const { connections } = site;
  const ours = world.people.filter(isOurs(world));
  const admin = world.people.find(({ standing }) => standing?.role === "IONAdmin")?.headers.cookie ?? "";
  const before = await readAll(site, world, ours);
  const different: string[] = [];
  const compare = async (what: string) => {
    for (const [requestTitle, answer] of await readAll(site, world, ours)) {
      if (answer !== before.get(requestTitle))
        different.push(`${requestTitle}, after the other tenant's data was ${what}`);
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
  for (const table of [
    "leaks",
    "alerts",
    "meter_days",
    "unit_days",
    "property_days",
    "leak_repairs",
    "leak_case_photos",
    "leak_case_events",
    "leak_case_days",
    "leak_cases",
  ]) {
    await sql`delete from ${sql.table(table)} where property_id = any(${ids}::bigint[])`.execute(connections.worker);
  }
  await sql`update properties set archived_at = ${new Date(NOW)} where id = any(${ids}::bigint[])`.execute(
    connections.worker,
  );
  await compare("removed");
  return { answers: before.size, different };
}

/**
 * Compares what people of one tenant read by some calls before and after the rows of the other tenant are rewritten,
 * its days dropped. @returns the requests whose answers, tags among their headers, are others each time
 */
export async function tryRewritten(
  site: Site,
  world: World,
  people: (person: Person) => boolean,
  calls: (operation: Operation) => boolean,
): Promise<string[]> {
  const { worker } = site.connections;
  const { organizationId, propertyId } = world.foreign;
  const ours = world.people.filter(isOurs(world)).filter(people);
  let before = await readAll(site, world, ours, calls);
  let different = [...before.keys()];
  // The server's own work of the moment, such as alerts after the last call, changes an answer once.
  for (let time = 1; time <= TIMES && different.length > 0; time++) {
    await sql`update organizations set name = name where id = ${organizationId}`.execute(worker);
    await sql`update properties set days_from = ${PERIOD.end_date}::date - ${time}::int where id = ${propertyId}`.execute(
      worker,
    );
    // The refresh of what was changed before writes rows of our own properties, on which tags depend.
    await waitForRefresh(site.connections);
    const after = await readAll(site, world, ours, calls);
    different = different.filter((requestTitle) => after.get(requestTitle) !== before.get(requestTitle));
    before = after;
  }
  return different.map(
    (requestTitle) => `${requestTitle}: another answer after the other tenant's rows were rewritten`,
  );
}

/** Whether somebody is of the one tenant and not of the other. */
function isOurs({ home, foreign }: World): (person: Person) => boolean {
  return ({ standing, knownOrganizations }) =>
    standing?.organizationIds.includes(home.organizationId) === true &&
    !knownOrganizations.includes(foreign.organizationId);
}

/** What each of the people reads about what is theirs, by request. */
async function readAll(
  site: Site,
  world: World,
  people: readonly Person[],
  calls: (operation: Operation) => boolean = () => true,
): Promise<Map<string, string>> {
  const { names, canary } = world.home;
  const answers = new Map<string, string>();
  for (const operation of operations().filter((one) => one.method === "GET" && calls(one))) {
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
