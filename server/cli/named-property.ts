import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { findProperty, type NamedProperty } from "../imports/property.ts";
import { WrongUse } from "../imports/wrong-use.ts";

/** Properties that a sentence names before it says how to list them all. */
const TOLD = 10;

/**
 * The property that a command names.
 * @throws WrongUse when there is none, naming those that there are
 */
export async function namedProperty(
  tx: Transactional,
  nameOrId: string,
  organization: string | undefined,
): Promise<NamedProperty> {
  const property = await findProperty(tx, nameOrId, organization ?? null);
  if (property === null) throw new WrongUse(await noSuchProperty(tx, nameOrId, organization ?? null));
  return property;
}

/** What to say where no property has this name or id. */
export async function noSuchProperty(
  tx: Transactional,
  nameOrId: string,
  organization: string | null,
): Promise<string> {
  const found = await sql<{ id: number; name: string }>`
    select id, name from properties where archived_at is null order by id limit ${TOLD + 1}`.execute(tx);
  const known = found.rows.slice(0, TOLD).map(({ id, name }) => `${id} ${name}`);
  if (known.length === 0) {
    return "There is no property yet: import an inventory. If there should be one, the command looks at another database than the server; give both the same DATA_DIR or DATABASE_URL.";
  }
  const more = found.rows.length > TOLD ? "; all of them: npm run dripline -- properties" : "";
  const there = organization === null ? "" : ` in ${organization}`;
  return `There is no property "${nameOrId}"${there}. There are: ${known.join(", ")}${more}.`;
}
