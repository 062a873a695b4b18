import type { Connections } from "../../database/connect.ts";

/** Makes an organization with as many properties as there are names. */
export async function makeOrganization(
  { worker }: Connections,
  name: string,
  propertyNames: string[],
): Promise<{ id: number; name: string; propertyIds: number[] }> {
  const { id } = await worker.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  const propertyIds: number[] = [];
  for (const propertyName of propertyNames) {
    const property = await worker
      .insertInto("properties")
      .values({ organization_id: id, name: propertyName, time_zone: "America/Chicago" })
      .returning("id")
      .executeTakeFirstOrThrow();
    propertyIds.push(property.id);
  }
  return { id, name, propertyIds };
}
