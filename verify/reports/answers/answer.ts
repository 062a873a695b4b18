import { z } from "zod";
import type { Figures } from "../figures/figures.ts";
import type { Property, Unit } from "../stored/stored.ts";

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
export type Row = { [field: string]: Json };

/** Stands for words that are nobody's to compute. */
export const ANY_TEXT = "\u0000any text";

/** Some calls take one where others take several. */
const list = z.preprocess((value) => (typeof value === "number" ? [value] : value), z.array(z.number()).optional());

/** The parameters of all report calls, after the contract has read them. */
export const query = z.looseObject({
  days_ago: z.number().optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  organization_id: list,
  property_id: list,
  building_id: list,
  unit_id: list,
  ordering: z.string().optional(),
  page: z.number().optional(),
  page_size: z.number().optional(),
  comparison: z.string().optional(),
  bedrooms_from: z.number().optional(),
  bedrooms_to: z.number().optional(),
  include_active_leak: z.boolean().optional(),
  only_active: z.boolean().optional(),
  only_to_do: z.boolean().optional(),
  resolution: z.string().optional(),
  date: z.string().optional(),
  status: z.array(z.string()).optional(),
  device_type: z.array(z.string()).optional(),
  healthy_min: z.number().optional(),
  warning_min: z.number().optional(),
  performance: z.array(z.string()).optional(),
  state: z.array(z.string()).optional(),
});
export type Query = z.output<typeof query>;

/** A request, and what it is answered from. */
export interface Params {
  figures: Figures;
  /** What the asker may see. */
  propertyIds: readonly number[];
  organizationIds: readonly number[];
  query: Query;
  params: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A whole answer, or all rows of a list, of which a page is answered, with what stands beside them. */
export type Expected = { body: Json } | { rows: Row[]; beside?: Row } | { status: number };

export type Answer = (params: Params) => Expected;

/** The properties that the asker sees, archived ones left out. */
export function seenProperties({ figures, propertyIds }: Params): Property[] {
  return figures.stored.properties.filter(({ id, isArchived }) => propertyIds.includes(id) && !isArchived);
}

/** Those of them that were chosen. */
export function chosenProperties(params: Params): Property[] {
  const { property_id: ids, organization_id: organizations, state: states } = params.query;
  return seenProperties(params).filter(
    ({ id, organizationId, state }) =>
      (states === undefined || states.includes(state)) &&
      (ids === undefined || ids.includes(id)) &&
      (organizations === undefined || (organizationId !== null && organizations.includes(organizationId))),
  );
}

/** The units of a property that were chosen by building, unit and bedrooms. */
export function chosenUnits({ query, figures }: Params, property: Property): Unit[] {
  const { building_id: buildings, unit_id: units, bedrooms_from: from = 0, bedrooms_to: to = 7 } = query;
  const least = from === 0 ? 0 : from + figures.rules.bedroomsShift;
  return property.units.filter(
    ({ id, buildingId, bedrooms }) =>
      (buildings === undefined || buildings.includes(buildingId)) &&
      (units === undefined || units.includes(id)) &&
      bedrooms >= least &&
      (to === 7 || bedrooms <= to),
  );
}

export function buildingOf(property: Property, buildingId: number): { id: number; name: string } {
  const building = property.buildings.find(({ id }) => id === buildingId);
  if (building === undefined) throw new Error(`Property ${property.id} has no building ${buildingId}.`);
  return building;
}
