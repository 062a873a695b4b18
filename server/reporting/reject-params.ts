import { z } from "zod";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { ProblemError } from "../problem/problem.ts";

/** Where the day begins first it is so many milliseconds later than in UTC. */
const FIRST_ZONE_MS = 14 * 3_600_000;

/** The days that a request may name. */
export interface DaysNamed {
  start_date?: string | undefined;
  end_date?: string | undefined;
  date?: string | undefined;
}

/**
 * Rejects days that have begun nowhere on earth yet. Today of the earliest zone is fine everywhere: the response has
 * what there is.
 * @param now milliseconds since the epoch
 * @throws ProblemError invalid_request, with every field that names such a day
 */
export function rejectFuture(named: DaysNamed, now: number): void {
  const latest = new Date(now + FIRST_ZONE_MS).toISOString().slice(0, 10);
  const fields: Record<string, string[]> = {};
  for (const field of ["start_date", "end_date", "date"] as const) {
    const day = named[field];
    if (day !== undefined && day > latest) fields[field] = [`${field} is in the future.`];
  }
  const sentences = Object.values(fields).flat();
  if (sentences.length > 0) throw new ProblemError("invalid_request", sentences.join(" "), fields);
}

/** The places that a request may name besides those in its path. */
export interface PlacesNamed {
  organization_id?: number[] | undefined;
  property_id?: number[] | undefined;
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
}

const labels = [
  ["organization_id", "organization"],
  ["property_id", "property"],
  ["building_id", "building"],
  ["unit_id", "unit"],
] as const;

/**
 * Rejects a request that names a place out of the caller's scope, exactly as one that names a place that does not
 * exist. Places in scope that lie in none of the others named are fine: together they match nothing.
 * @param inScope runs a query that shows the scope's rows only; not called when no building and no unit is named
 * @throws ProblemError not_found, with every field that names such a place
 */
export async function rejectUnseen(
  scope: Scope,
  named: PlacesNamed,
  inScope: <T>(work: (tx: Transactional) => Promise<T>) => Promise<T>,
): Promise<void> {
  const unseen: Record<keyof PlacesNamed, boolean> = {
    organization_id: lacksSome(scope.organizationIds, named.organization_id),
    property_id: lacksSome(scope.propertyIds, named.property_id),
    building_id: false,
    unit_id: false,
  };
  const { building_id = [], unit_id = [] } = named;
  if (building_id.length + unit_id.length > 0) {
    const find = async (propertyIds: readonly number[]) => {
      const found = await inScope((tx) => seenPlaces(propertyIds, tx, building_id, unit_id));
      unseen.building_id = lacksSome(found.buildings, building_id);
      unseen.unit_id = lacksSome(found.units, unit_id);
    };
    // Most often they lie in the properties named, which is cheaper than a search of all.
    const chosen = named.property_id?.filter((id) => scope.propertyIds.includes(id));
    await find(chosen ?? scope.propertyIds);
    if (chosen !== undefined && (unseen.building_id || unseen.unit_id)) await find(scope.propertyIds);
  }
  const fields: Record<string, string[]> = {};
  for (const [field, label] of labels) if (unseen[field]) fields[field] = [`There is no such ${label}.`];
  const sentences = Object.values(fields).flat();
  if (sentences.length > 0) throw new ProblemError("not_found", sentences.join(" "), fields);
}

const Seen = z.object({ buildings: z.array(z.int()), units: z.array(z.int()) });

async function seenPlaces(
  propertyIds: readonly number[],
  tx: Transactional,
  buildingIds: readonly number[],
  unitIds: readonly number[],
) {
  const found = await queryRow(tx, Seen)`
    select
      (select coalesce(json_agg(id), '[]') from buildings
        where property_id = any(${propertyIds}::bigint[]) and id = any(${buildingIds}::bigint[])) as buildings,
      (select coalesce(json_agg(id), '[]') from units
        where property_id = any(${propertyIds}::bigint[]) and id = any(${unitIds}::bigint[])) as units`;
  return found ?? { buildings: [], units: [] };
}

function lacksSome(seen: readonly number[], params: readonly number[] | undefined): boolean {
  if (params === undefined || params.length === 0) return false;
  const known = new Set(seen);
  return params.some((id) => !known.has(id));
}
