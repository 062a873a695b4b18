import type { Property } from "../stored/stored.ts";
import { type Answer, chosenProperties, type Params, seenProperties } from "./answer.ts";
import { compare, naturally } from "./ordered.ts";
import { averageConsumption } from "./property-information.ts";

export const myProperties: Answer = (params) => {
  const rows = chosenProperties(params).map((property) => ({
    id: property.id,
    name: property.name,
    ...organizationOf(params, property),
    city: property.city,
    state: property.state,
    time_zone: property.timeZone,
    units_count: property.units.length,
  }));
  return { body: rows.toSorted((a, b) => compare(a.name, b.name) || a.id - b.id) };
};

function organizationOf({ figures }: Params, { organizationId }: Property) {
  const name = organizationId === null ? null : (figures.stored.organizations.get(organizationId)?.name ?? null);
  return { organization_id: organizationId, organization_name: name };
}

/** Buildings of the chosen properties, units of the chosen buildings of them, by name. */
export const leakListFilters: Answer = (params) => {
  const { building_id: chosen } = params.query;
  const byName = <R extends { id: number; name: string }>(rows: R[]) =>
    rows.toSorted((a, b) => naturally(a.name, b.name) || a.id - b.id);
  const properties = chosenProperties(params);
  const buildings = properties.flatMap((property) =>
    property.buildings.map((one) => ({ ...one, property_id: property.id })),
  );
  const units = properties
    .flatMap((property) => property.units)
    .filter(({ buildingId }) => chosen === undefined || chosen.includes(buildingId));
  return {
    body: {
      buildings: byName(buildings).map(({ id, name, property_id }) => ({ id, building_name: name, property_id })),
      units: byName(units).map(({ id, name, buildingId }) => ({ id, name, building_id: buildingId })),
    },
  };
};

export const propertyOverview: Answer = (params) => {
  const property = seenProperties(params).find(({ id }) => id === Number(params.params.id));
  if (property === undefined) return { status: 404 };
  return {
    body: {
      property_id: property.id,
      ...organizationOf(params, property),
      name: property.name,
      city: property.city,
      state: property.state,
      street: property.street,
      zip_code: property.zipCode,
      contact_phone: property.contactPhone,
      contact_email: property.contactEmail,
      time_zone: property.timeZone,
      units_count: property.units.length,
      meters_count: property.meters.filter(({ services }) => services.some(({ endedAt }) => endedAt === null)).length,
      average_consumption: averageConsumption(params, property),
    },
  };
};
