import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { findProperty, type NamedProperty } from "../../imports/property.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { noSuch } from "./near-names.ts";

const NamedRow = z.object({ id: z.int(), name: z.string() });

/**
 * The property that a command names.
 * @throws UsageError when there is none, naming those that there are
 */
export async function namedProperty(
  tx: Transactional,
  nameOrId: string,
  organization: string | undefined,
): Promise<NamedProperty> {
  const property = await findProperty(tx, nameOrId, organization ?? null);
  if (property === null) throw new UsageError(await noSuchProperty(tx, nameOrId, organization ?? null));
  return property;
}

/** The message where no property has this name or id. */
export async function noSuchProperty(
  tx: Transactional,
  nameOrId: string,
  organization: string | null,
): Promise<string> {
  const found = await queryRows(tx, NamedRow)`
    select id, name from properties where archived_at is null order by id`;
  if (found.length === 0) {
    return "There is no property yet: import an inventory. If there should be one, the command uses another database than the server; give both the same DATA_DIR or DATABASE_URL.";
  }
  const known = found.map(({ id, name }) => ({ name, label: `${id} ${name}` }));
  return noSuch("property", "", nameOrId, known, organization === null ? "" : ` in ${organization}`);
}
