import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { addOrganization } from "../organizations/add-organization.ts";
import { UsageError } from "./usage-error.ts";

const OrganizationRow = z.object({ id: z.int(), name: z.string() });

export interface NamedOrganization {
  id: number;
  name: string;
  isNew: boolean;
}

const DEFAULT_NAME = "Default organization";

/**
 * The organization with this name, or the default one for null; made when there is none. One that is known by its id (a
 * number) is there.
 * @throws UsageError when the name is ambiguous.
 */
export async function organizationFor(tx: Transactional, name: string | number | null): Promise<NamedOrganization> {
  const condition =
    typeof name === "number" ? sql`id = ${name}` : name === null ? sql`is_default` : sql`name = ${name}`;
  const [only, other] = await queryRows(tx, OrganizationRow)`
    select id, name from organizations where ${condition} order by id limit 2`;
  if (other !== undefined && typeof name === "string") {
    throw new UsageError(`There is more than one organization with the name "${name}". Rename one of them first.`);
  }
  if (only !== undefined) return { ...only, isNew: false };
  if (typeof name === "number") throw new UsageError("This organization no longer exists.");
  const id = await addOrganization(tx, name ?? DEFAULT_NAME, name === null);
  return { id, name: name ?? DEFAULT_NAME, isNew: true };
}
