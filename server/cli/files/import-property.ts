import { basename } from "node:path";
import { audit } from "../../audit/audit.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import type { LayoutOptions } from "../../imports/layout/layout-options.ts";
import { createProperty, findProperty, takenName } from "../../imports/property.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { commandActor } from "../command/command-actor.ts";
import { noSuchProperty } from "../names/named-property.ts";

/** The options of `dripline import`. */
export interface ImportOptions extends LayoutOptions {
  property?: string;
  organization?: string;
  createUnits?: boolean;
  dryRun?: boolean;
  rejected?: string;
  verbose?: boolean;
  json?: boolean;
}

/** The property that a file is imported into; its id is null where a dry run would make it. */
export interface ImportProperty {
  id: number | null;
  name: string;
  timeZone: string;
  isNew: boolean;
}

/**
 * Finds the property of an import, or makes it where --create-units allows that, and puts the import on record: what is
 * stored of it comes in many transactions, of which any may be the last.
 * @param path the file, of which the record keeps the name
 * @param name its name or id
 * @param formatZone the zone that the file's format names, for a property that is made
 */
export async function propertyFor(
  connections: Connections,
  path: string,
  name: string,
  options: ImportOptions,
  formatZone: string | null,
): Promise<ImportProperty> {
  const organization = options.organization ?? null;
  return connections.worker.transaction().execute(async (tx) => {
    const found = await findProperty(tx, name, organization);
    if (found !== null) {
      if (options.dryRun !== true) await record(tx, found.id, path, false);
      return { ...found, isNew: false };
    }
    if (options.createUnits !== true) {
      throw new UsageError(
        `${await noSuchProperty(tx, name, organization)} Or let this import make it, with --create-units.`,
      );
    }
    const timeZone = options.timeZone ?? formatZone;
    if (timeZone === null)
      throw new UsageError(`The property "${name}" is new: give its --time-zone, as America/Chicago.`);
    const taken = await takenName(tx, name, organization);
    if (taken !== null) {
      throw new UsageError(
        `The organization has a property "${taken}" already. Write its name with the same capital letters.`,
      );
    }
    if (options.dryRun === true) return { id: null, name, timeZone, isNew: true };
    const made = await createProperty(tx, name, timeZone, organization);
    await record(tx, made.id, path, true);
    return { ...made, isNew: true };
  });
}

function record(tx: Transactional, propertyId: number, path: string, isNew: boolean): Promise<void> {
  return audit(tx, commandActor(), {
    action: "import.create",
    propertyId,
    objectType: "property",
    objectId: propertyId,
    after: { file: basename(path), is_new_property: isNew },
  });
}
