import { type Permission, permission } from "../../contract/session.ts";
import type { Connections } from "../database/connect.ts";
import { UsageError } from "../imports/usage-error.ts";
import type { RequestedParts } from "./call-api.ts";
import { type NamedKind, named } from "./named.ts";
import { noSuch } from "./near-names.ts";

/** Parses an argument into the value of a field. @param within what the call is about: the id in its path */
type Read = (connections: Connections, input: string, within: number | undefined) => Promise<unknown> | unknown;

/** An argument or an option of a command, and the field of the call that it becomes. */
export interface CommandArg {
  /** As help shows it: `<name>`, `[row...]`, `--email <e-mail>`, `--archived`. */
  flags: string;
  description: string;
  part: keyof RequestedParts;
  field: string;
  read: Read;
  /** May be repeated; the field is a list. */
  isMany: boolean;
  /** Required. */
  isNeeded: boolean;
}

/** Text is passed as it is; a flag without a value is true. */
const asText: Read = (_, input) => input;

/** What is no plain number stays text, which the call rejects with the field's name. */
const asNumber: Read = (_, input) => (/^-?\d+(\.\d+)?$/.test(input) ? Number(input) : input);

function createArg(
  part: keyof RequestedParts,
  flags: string,
  field: string,
  description: string,
  read: Read = asText,
): CommandArg {
  return { flags, description, part, field, read, isMany: false, isNeeded: part === "params" };
}

/** What the call is about. */
export const about = (flags: string, field: string, description: string, read?: Read) =>
  createArg("params", flags, field, description, read);
/** A field of what is changed or made. */
export const bodyField = (flags: string, field: string, description: string, read?: Read) =>
  createArg("body", flags, field, description, read);
/** A filter of a list. */
export const only = (flags: string, field: string, description: string, read?: Read) =>
  createArg("query", flags, field, description, read);
/** The same, repeatable. */
export const several = (one: CommandArg): CommandArg => ({
  ...one,
  isMany: true,
  description: `${one.description}; may be repeated`,
});

export const number = asNumber;

/** The id of what an argument names. */
export function idOf(kind: NamedKind): Read {
  return async (connections, input, within) => (await named(connections, kind, input, within)).id;
}

/** Its name as it is written there, for calls that take that: the serial number of a gateway. */
export function nameOf(kind: NamedKind): Read {
  return async (connections, input, within) => (await named(connections, kind, input, within)).name;
}

/** The same, where `none` clears the field. */
export function orNone(read: Read): Read {
  return (connections, input, within) => (input === "none" ? null : read(connections, input, within));
}

const permissionNames: Readonly<Record<string, Permission>> = {
  property: "reporting.view_property_data_report",
  portfolio: "reporting.view_asset_data_report",
};

/** A permission by the reports that it opens, or by its own name. */
export const permissions: Read = (_, input) => {
  const name = permissionNames[input.toLowerCase()] ?? permission.options.find((one) => one === input);
  if (name !== undefined) return name;
  const known = Object.keys(permissionNames).map((one) => ({ name: one, label: one }));
  throw new UsageError(noSuch("permission", "", input, known));
};

/** Permissions as cells show them. */
export function shortPermissions(names: readonly Permission[]): string[] {
  return Object.entries(permissionNames).flatMap(([short, name]) => (names.includes(name) ? [short] : []));
}

/** What is looked up in a place comes after the place, which is an option; the fields to set come last. */
function rank({ part, flags }: CommandArg): number {
  return part !== "params" ? 2 : flags.startsWith("-") ? 0 : 1;
}

/** The parts of a call from what was typed. */
export async function partsOf(
  connections: Connections,
  args: readonly CommandArg[],
  typed: ReadonlyMap<CommandArg, string | readonly string[]>,
): Promise<RequestedParts> {
  const parts: RequestedParts = { params: {}, query: {}, body: {} };
  for (const one of args.toSorted((a, b) => rank(a) - rank(b))) {
    const given = typed.get(one);
    if (given === undefined) continue;
    const within = Object.values(parts.params).find((value) => typeof value === "number");
    const values: unknown[] = [];
    for (const text of [given].flat()) values.push(await one.read(connections, text, within));
    parts[one.part][one.field] = one.isMany ? values : values[0];
  }
  return parts;
}
