import type { Command } from "commander";
import type { Actor } from "../audit/audit.ts";
import { UsageError } from "../imports/usage-error.ts";
import type { RepairDeps } from "../ingest/in-property.ts";
import { ProblemError } from "../problem/problem.ts";
import { systemClock } from "../time/clock.ts";
import { commandActor } from "./command-actor.ts";
import { namedProperty } from "./named-property.ts";
import { withDatabase } from "./with-database.ts";

/** The options that name the property of a command. */
export interface PropertyOptions {
  property: string;
  organization?: string;
  json?: true;
}

export function withProperty(command: Command): Command {
  return command
    .requiredOption("--property <name or id>", "the property")
    .option("--organization <name>", "where more than one property has the name")
    .option("--json", "print the answer of the call, as JSON");
}

/** What a command does at one property, with the scope of that property and who goes on record. */
interface AtProperty {
  deps: RepairDeps;
  scope: { organizationIds: number[]; propertyIds: number[] };
  propertyId: number;
  who: Actor;
}

/** Does a command's work at its property. @throws UsageError with the message that a call would return */
export async function atProperty<T>(options: PropertyOptions, work: (at: AtProperty) => Promise<T>): Promise<T> {
  try {
    return await withDatabase(async (connections) => {
      const property = await connections.worker
        .transaction()
        .execute((tx) => namedProperty(tx, options.property, options.organization));
      const scope = { organizationIds: [], propertyIds: [property.id] };
      return await work({
        deps: { connections, clock: systemClock },
        scope,
        propertyId: property.id,
        who: commandActor(),
      });
    });
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500) throw new UsageError(error.message);
    throw error;
  }
}
