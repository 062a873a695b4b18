import { buildProperty } from "./build-property.ts";
import { fittings, makes, upkeepRisk } from "./demo-plan.ts";
import type { SimulatedOrganization, SimulatedProperty } from "./places.ts";

const zones = ["America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles"];
const upkeeps = ["good", "good", "fair", "good", "poor"] as const;

function bulkProperty(seed: number, index: number, units: number): SimulatedProperty {
  const key = `bulk-${index}`;
  return {
    key,
    name: `Bulk Property ${index + 1}`,
    street: `${100 + index} Test Ave`,
    city: "Springfield",
    state: "IL",
    zipCode: String(10_000 + (index % 90_000)),
    contactPhone: "(217) 555-0100",
    contactEmail: `${key}@example.com`,
    timeZone: zones[index % zones.length],
    ...buildProperty({
      key,
      seed,
      index: 100 + index,
      units,
      buildingNames: ["Building A"],
      metering: fittings.toilets,
      ...makes.ultrasonic,
      vacancy: 0.06,
      risk: upkeepRisk[upkeeps[index % upkeeps.length]],
      master: false,
      irrigation: false,
      gateway: { silentFrom: null, faults: "at random" },
    }),
  };
}

/**
 * As many like properties as a bench needs, dealt out evenly to organizations. About 2.6 meters a unit; at most 2,000
 * units a property, above which serial numbers would meet those of the next one.
 */
export function bulkPortfolio(
  seed: number,
  size: { organizations: number; properties: number; unitsPerProperty: number },
): SimulatedOrganization[] {
  if (size.unitsPerProperty > 2000) throw new RangeError("At most 2,000 units a property.");
  return Array.from({ length: size.organizations }, (_, number) => {
    const properties: SimulatedProperty[] = [];
    for (let index = number; index < size.properties; index += size.organizations) {
      properties.push(bulkProperty(seed, index, size.unitsPerProperty));
    }
    return { name: `Bulk Organization ${number + 1}`, isDefault: number === 0, properties };
  });
}
