import { z } from "zod";
import { membershipRoles, staffRoles } from "../../accounts/users/roles.ts";
import type { Connections } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { noSuch } from "./near-names.ts";

/** Something that has an id and is called by a name. */
const Known = z.object({
  id: z.int(),
  name: z.string(),
  /** Its qualified name, unique among others of that name and accepted too: `A / 101`. */
  full: z.string(),
});
type Known = z.output<typeof Known>;

interface Kind {
  /** The message where there is none of it. */
  none: string;
  /** All of it; of things within a property or an organization those of `within`. */
  known(connections: Connections, within: number): Promise<Known[]>;
  /** Numbers are its usual names, as of meters and units: an id is one only where nothing is called so. */
  namesAreNumbers?: true;
}

const IMPORT = "Import an inventory, or add one first.";

const kinds = {
  organization: {
    none: "Create one: call POST /v1/admin/staff/inventory/organizations name=NAME.",
    known: ({ worker }) => queryRows(worker, Known)`select id, name, name as full from organizations order by id`,
  },
  property: {
    none: `${IMPORT} If there should be one, the command uses another database than the server; give both the same DATA_DIR or DATABASE_URL.`,
    known: ({ worker }) =>
      queryRows(worker, Known)`
        select p.id, p.name, concat_ws(' / ', o.name, p.name) as full
        from properties p left join organizations o on o.id = p.organization_id
        where p.archived_at is null order by p.id`,
  },
  user: {
    none: "The first one is made with the link that first-admin prints.",
    known: ({ accounts }) =>
      queryRows(accounts, Known)`
        select id, email as name, email as full from users where deleted_at is null order by id`,
  },
  role: {
    none: "",
    known: async () =>
      Object.entries({ ...staffRoles, ...membershipRoles }).map(([id, name]) => ({ id: Number(id), name, full: name })),
  },
  building: {
    none: IMPORT,
    namesAreNumbers: true,
    known: ({ worker }, within) =>
      queryRows(worker, Known)`
        select id, name, name as full from buildings where property_id = ${within} order by id`,
  },
  unit: {
    none: IMPORT,
    namesAreNumbers: true,
    known: ({ worker }, within) =>
      queryRows(worker, Known)`
        select u.id, u.name, b.name || ' / ' || u.name as full
        from units u join buildings b on b.property_id = u.property_id and b.id = u.building_id
        where u.property_id = ${within} order by u.id`,
  },
  meter: {
    none: IMPORT,
    namesAreNumbers: true,
    known: ({ worker }, within) =>
      queryRows(worker, Known)`
        select id, serial_number as name, serial_number as full
        from meters where property_id = ${within} order by id`,
  },
  gateway: {
    none: IMPORT,
    namesAreNumbers: true,
    known: ({ worker }, within) =>
      queryRows(worker, Known)`
        select id, serial_number as name, serial_number as full
        from gateways where property_id = ${within} order by id`,
  },
  "API key": {
    none: "Create one first.",
    known: ({ accounts }, within) =>
      queryRows(accounts, Known)`
        select id, name, name || ' ' || prefix as full from api_keys
        where organization_id = ${within} and revoked_at is null order by id`,
  },
} satisfies Record<string, Kind>;

export type NamedKind = keyof typeof kinds;

/**
 * What a command names, by its name in whatever case, or its id.
 * @param within the property or the organization whose things are looked through
 * @returns its id, and its name as it is written there
 * @throws UsageError when nothing is called so, naming what is nearly; when more than one is, naming all of them
 */
export async function named(
  connections: Connections,
  kind: NamedKind,
  nameOrId: string,
  within = 0,
): Promise<{ id: number; name: string }> {
  const { none, known, namesAreNumbers }: Kind = kinds[kind];
  const all = await known(connections, within);
  const byId = /^\d{1,15}$/.test(nameOrId) ? all.filter(({ id }) => id === Number(nameOrId)) : [];
  const same = all.filter(({ name, full }) => name === nameOrId || full === nameOrId);
  const alike = all.filter(({ name, full }) =>
    [name, full].some((one) => one.toLowerCase() === nameOrId.toLowerCase()),
  );
  const ways = namesAreNumbers === true ? [same, alike, byId] : [byId, same, alike];
  const found = ways.find((way) => way.length > 0) ?? [];
  const [only, another] = found;
  if (only === undefined) throw new UsageError(noSuch(kind, none, nameOrId, all.map(compared)));
  if (another !== undefined) {
    const which = found.map((one) => compared(one).label).join(", ");
    throw new UsageError(
      `More than one ${kind} is called "${nameOrId}": ${which}. Say which of them, by its full name or its id.`,
    );
  }
  return { id: only.id, name: only.name };
}

/** Compared by its own name; shown with its full one and its id. */
function compared({ id, name, full }: Known) {
  return { name, label: `${full} (${id})` };
}
