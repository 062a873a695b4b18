import pg from "pg";

/** The nodes that tests spread tables over: TEST_DATABASE_NODES, addresses of maintenance databases with commas between. */
export const nodes = (process.env.TEST_DATABASE_NODES ?? "").split(",").filter((url) => url !== "");

/** Makes a database of the same name with Citus on every node, the coordinator first, and adds the others to it. */
export async function makeOnNodes(coordinator: string, name: string): Promise<void> {
  for (const url of [coordinator, ...nodes]) {
    await run(url, `create database ${name}`);
    await run(at(url, name), "create extension citus");
  }
  const { hostname, port } = new URL(coordinator);
  const home = at(coordinator, name);
  await run(home, "select citus_set_coordinator_host($1, $2::int)", [hostname, port]);
  for (const node of nodes.map((url) => new URL(url))) {
    await run(home, "select citus_add_node($1, $2::int)", [node.hostname, node.port]);
  }
}

/** Drops it everywhere. */
export async function dropOnNodes(coordinator: string, name: string): Promise<void> {
  for (const url of [coordinator, ...nodes]) await run(url, `drop database if exists ${name} with (force)`);
}

function at(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function run(url: string, text: string, values: string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text, values);
  await client.end();
}
