import { dayText, localDayAt } from "../../../server/time/local-day.ts";
import { daysOf, eachDay } from "../figures/days.ts";
import { servingOn } from "../figures/unit-figures.ts";
import { gallonsOf } from "../figures/units-of-measure.ts";
import type { Property, Service, Unit } from "../stored/stored.ts";
import { type Answer, buildingOf, chosenUnits, type Json, type Params, type Row, seenProperties } from "./answer.ts";
import { naturally } from "./ordered.ts";

/** Where meters of a unit sit, from the whole to its parts. */
const ATTACHED_TO_ORDER = ["SPOE", "DPOE", "Toilet", "Water Heater", "Building", "Irrigation"];

/** The meters of a property that are in service. */
export const propertyMeters: Answer = (params) => {
  const property = seenProperties(params).find(({ id }) => id === Number(params.params.id));
  if (property === undefined) return { status: 404 };
  const { building_id: buildings, unit_id: units } = params.query;
  const rows = property.meters.flatMap((meter): Row[] => {
    const service = meter.services.find(({ endedAt }) => endedAt === null);
    if (service === undefined) return [];
    if (buildings !== undefined && !buildings.includes(service.buildingId)) return [];
    if (units !== undefined && (service.unitId === null || !units.includes(service.unitId))) return [];
    const unit = property.units.find(({ id }) => id === service.unitId);
    const router = property.routers.find(({ id }) => id === meter.routerId);
    const gatewayId = meter.gatewayId ?? router?.gatewayId;
    return [
      {
        meter_serial_number: meter.serial,
        attached_to: service.attachedTo,
        building_id: service.buildingId,
        building_name: buildingOf(property, service.buildingId).name,
        unit_id: service.unitId,
        unit_name: unit?.name ?? null,
        bedrooms: unit?.bedrooms ?? null,
        in_service_since: sinceOf(property, service),
        gateway_serial_number: property.gateways.find(({ id }) => id === gatewayId)?.serial ?? null,
      },
    ];
  });
  const text = (row: Row, field: string) => String(row[field] ?? "\uffff");
  rows.sort(
    (a, b) =>
      naturally(text(a, "building_name"), text(b, "building_name")) ||
      Number(a.unit_name === null) - Number(b.unit_name === null) ||
      naturally(text(a, "unit_name"), text(b, "unit_name")) ||
      ATTACHED_TO_ORDER.indexOf(text(a, "attached_to")) - ATTACHED_TO_ORDER.indexOf(text(b, "attached_to")) ||
      naturally(text(a, "meter_serial_number"), text(b, "meter_serial_number")),
  );
  return { rows };
};

function sinceOf({ timeZone }: Property, { beganAt }: Service): string | null {
  return beganAt === null ? null : dayText(localDayAt(timeZone, beganAt).day);
}

/** What units of a property use on a day of the last 30 complete ones on which they were read, by bedrooms. */
export function averageConsumption(params: Params, property: Property): Json {
  const { figures, now } = params;
  const days = eachDay(daysOf(property.timeZone, { days_ago: 30 }, now, figures.rules));
  const units = chosenUnits({ ...params, query: {} }, property);
  return [...Map.groupBy(units, ({ bedrooms }) => bedrooms)]
    .toSorted(([a], [b]) => a - b)
    .map(([bedrooms, some]) => {
      const read = some.flatMap((unit) =>
        days.flatMap((day) => {
          const of = figures.unit(property, unit, day);
          return of?.isRead === true && of.gallons !== null ? [{ unit, day, gallons: of.gallons }] : [];
        }),
      );
      const average = (what: "flowTime" | "events") =>
        hundredths(meanOf(read.map(({ unit, day }) => hundred(topsSay(params, property, unit, day, what)))));
      return {
        bedroom_type: bedrooms,
        units: some.length,
        // Of whole thousandths, so that halves are halves.
        total_gallons: gallonsOf(meanOf(read.map(({ gallons }) => gallons))),
        flow_time: average("flowTime"),
        events: average("events"),
      };
    });
}

/** Minutes or draws of all top meters of a unit on a day; null: one of them does not say. */
function topsSay(
  params: Params,
  property: Property,
  unit: Unit,
  day: number,
  what: "flowTime" | "events",
): number | null {
  const { serving } = servingOn(property, unit, day);
  const whole = serving.filter(({ service }) => ["SPOE", "DPOE"].includes(service.attachedTo));
  const tops = whole.length > 0 ? whole : serving;
  const values = tops.map(({ meter }) => params.figures.meter(meter, day)?.[what] ?? null);
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

const hundred = (value: number | null) => (value === null ? null : value * 100);
const hundredths = (value: number | null) => (value === null ? null : value / 100);

/** Of those that are known, rounded; null: of none. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) / known.length);
}
