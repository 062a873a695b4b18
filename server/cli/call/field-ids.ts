import type { Connections } from "../../database/connect.ts";
import { type NamedKind, named } from "../names/named.ts";

const kinds: Readonly<Record<string, NamedKind>> = {
  organization_id: "organization",
  assigned_organizations: "organization",
  property_id: "property",
  property_ids: "property",
  assigned_properties: "property",
  building_id: "building",
  unit_id: "unit",
  meter_id: "meter",
  gateway: "gateway",
  role: "role",
  user_id: "user",
  key_id: "API key",
};

/** What an `{id}` in a path is of, by what stands before it. */
const kindsBefore: Readonly<Record<string, NamedKind>> = {
  organizations: "organization",
  properties: "property",
  staff: "user",
  external: "user",
};

/** Looked up within the property or the organization of the path. */
const inner: ReadonlySet<NamedKind> = new Set<NamedKind>(["building", "unit", "meter", "gateway", "API key"]);
/** Numbers are their usual names, as of meters and units: an id is one only where nothing is called so. */
const numbered: ReadonlySet<NamedKind> = new Set<NamedKind>(["building", "unit", "meter", "gateway"]);

/** What a field of a call names by its id; null: nothing that has a name. @param call such as `GET /v1/leaks` */
export function kindOf(call: string, field: string): NamedKind | null {
  const before = field === "id" ? /\/(\w+)\/\{id\}/.exec(call)?.[1] : undefined;
  return (before === undefined ? kinds[field] : kindsBefore[before]) ?? null;
}

/**
 * The value of a field that names something, typed by its name or its id.
 * @param within the property or the organization of the path
 * @throws UsageError when nothing is called so, or more than one
 */
export async function namedValue(
  connections: Connections,
  kind: NamedKind,
  typed: string,
  within: number | undefined,
): Promise<string | number> {
  const isNumber = /^\d{1,15}$/.test(typed);
  if (isNumber && !numbered.has(kind)) return Number(typed);
  if (inner.has(kind) && within === undefined) return isNumber ? Number(typed) : typed;
  const found = await named(connections, kind, typed, within);
  return kind === "gateway" ? found.name : found.id;
}
