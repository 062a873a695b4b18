import { buildProperty } from "../../simulator/build-property.ts";
import { makes, upkeepRisk } from "../../simulator/demo-plan.ts";
import type { SimulatedProperty, SimulatedUnit } from "../../simulator/places.ts";

const zones = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"];

/** Units with a meter for everything have three of them at least. */
const FEWEST_METERS = 3;

/**
 * A property of exactly `meters` meters: whole unit, toilets and heater in every unit, all on one gateway, with the
 * leaks of fair upkeep. The same number gives the same property.
 */
export function benchProperty(number: number, meters: number): SimulatedProperty {
  const key = `bench-${number}`;
  const built = buildProperty({
    key,
    seed: 7,
    // Numbers meters apart: a plan's serial numbers have room for 6,000.
    index: number,
    units: Math.ceil(meters / FEWEST_METERS),
    buildingNames: ["Main"],
    metering: [{ metering: "everything", weight: 1 }],
    ...makes.ultrasonic,
    vacancy: 0.06,
    risk: upkeepRisk.fair,
    master: false,
    irrigation: false,
    gateway: { silentFrom: null, faults: [] },
  });
  const [gateway] = built.gateways;
  let left = meters;
  const only = (unit: SimulatedUnit): SimulatedUnit => {
    const points = unit.points.slice(0, left).map((point) => ({ ...point, gatewaySerial: gateway.serial }));
    left -= points.length;
    return { ...unit, points };
  };
  return {
    key,
    name: `Bench ${number + 1}`,
    street: `${number + 1} Main Street`,
    city: "Springfield",
    state: "IL",
    zipCode: "62701",
    contactPhone: "",
    contactEmail: "",
    timeZone: zones[number % zones.length],
    gateways: [gateway],
    buildings: built.buildings.map((building) => ({
      ...building,
      units: building.units.map(only).filter(({ points }) => points.length > 0),
    })),
  };
}
