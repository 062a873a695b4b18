import type { QueryClient } from "@tanstack/react-query";
import type { Me } from "../../../contract/accounts/session.ts";
import { choosesOrganization } from "../access.ts";
import { read } from "../query.ts";
import { propertiesQuery } from "../report/report-queries.ts";
import { idOf, idsOf } from "../search-text.ts";
import { actIn } from "../session/act-in.ts";
import { toast } from "../toast.ts";

/** A page's address, as the router has it. */
interface Address {
  pathname: string;
  search: Readonly<Record<string, unknown>>;
}

/**
 * Switches to another of the user's organizations if a URL names it, or names properties of which the active one has
 * none: a colleague's link opens, whichever organization was active. The screen shows the switch. If the organization
 * cannot be determined, nothing changes.
 * @returns whether the organization changed
 */
export async function followLink(client: QueryClient, me: Me, address: Address): Promise<boolean> {
  if (!choosesOrganization(me)) return false;
  const others = me.organizations.filter(({ id }) => id !== me.current_organization_id);
  const meant = await organizationOf(client, address, others).catch(() => undefined);
  const found = others.find(({ id }) => id === meant);
  if (found === undefined) return false;
  await actIn(client, found.id);
  toast({ title: `Switched to ${found.name}`, message: "The page that you opened belongs to this organization." });
  return true;
}

async function organizationOf(
  client: QueryClient,
  { pathname, search }: Address,
  others: readonly { id: number }[],
): Promise<number | undefined> {
  const [named, ...more] = idsOf(search.organization_id) ?? [];
  if (named !== undefined) return more.length === 0 ? named : undefined;
  const properties = propertiesNamed(pathname, search);
  if (properties.length === 0) return undefined;
  const isHere = (seen: readonly { id: number }[]) => seen.some(({ id }) => properties.includes(id));
  if (isHere(await client.ensureQueryData(propertiesQuery()))) return undefined;
  for (const { id } of others) {
    const theirs = read("GET /v1/reporting/my-properties/", { organization: id });
    // Without a right to reports there, nothing of it can be opened.
    const seen = await client.fetchQuery(theirs).catch(() => []);
    if (isHere(seen)) return id;
  }
  return undefined;
}

function propertiesNamed(pathname: string, search: Address["search"]): number[] {
  const inPath = idOf(/^\/properties\/([^/]+)/.exec(pathname)?.[1]);
  return inPath === undefined ? (idsOf(search.property_id) ?? []) : [inPath];
}
