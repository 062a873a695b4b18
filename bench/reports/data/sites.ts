import { buildProperty } from "../../../simulator/build-property.ts";
import { type Fitting, fittings, makes, type Upkeep, upkeepRisk } from "../../../simulator/demo-plan.ts";
import type { SimulatedProperty, SimulatedUnit } from "../../../simulator/places.ts";

/** One zone for all, so that the plain way can ask for a span of instants. */
export const ZONE = "America/Chicago";

interface Kind {
  fitting: Fitting;
  upkeep: Upkeep;
  make: keyof typeof makes;
  /** Meters of a building and irrigation, too. */
  common: boolean;
  /** Its last gateway stopped sending data some days ago. */
  hasDeadGateway: boolean;
}

/** What the properties of the bench are like: all others are copies of these. */
const kinds: readonly Kind[] = [
  { fitting: "toilets", upkeep: "good", make: "ultrasonic", common: false, hasDeadGateway: false },
  { fitting: "everything", upkeep: "fair", make: "ultrasonic", common: true, hasDeadGateway: false },
  { fitting: "mixed", upkeep: "poor", make: "pulse", common: false, hasDeadGateway: false },
  { fitting: "toilets", upkeep: "good", make: "ultrasonic", common: false, hasDeadGateway: true },
  { fitting: "hot and cold", upkeep: "fair", make: "pulse", common: true, hasDeadGateway: false },
];

const SEED = 11;
const DEAD_DAYS = 6;
/** Enough units for the meters wanted, whatever is metered in them. */
const FEWEST_METERS_OF_UNIT = 1;

/** Properties of exactly so many meters each that differ in what is metered, upkeep and faults. @param now milliseconds */
export function simulatedSites(meters: number, now: number): SimulatedProperty[] {
  return kinds.map((kind, index) => siteOf(kind, index, meters, now));
}

function siteOf(kind: Kind, index: number, meters: number, now: number): SimulatedProperty {
  const key = `bench-reports-${index}`;
  const built = buildProperty({
    key,
    seed: SEED,
    index: 40 + index,
    units: Math.ceil(meters / FEWEST_METERS_OF_UNIT),
    buildingNames: ["Main"],
    metering: fittings[kind.fitting],
    ...makes[kind.make],
    vacancy: 0.06,
    risk: upkeepRisk[kind.upkeep],
    master: kind.common,
    irrigation: kind.common,
    gateway: { silentFrom: null, faults: "at random" },
  });
  let left = meters - built.buildings.flatMap(({ points }) => points).length;
  const fitting = (unit: SimulatedUnit): SimulatedUnit => {
    const points = unit.points.slice(0, left);
    left -= points.length;
    return { ...unit, points };
  };
  const buildings = built.buildings.map((building) => ({
    ...building,
    units: building.units.map(fitting).filter(({ points }) => points.length > 0),
  }));
  const used = new Set(
    buildings
      .flatMap(({ units, points }) => [...units.flatMap((unit) => unit.points), ...points])
      .map(({ gatewaySerial }) => gatewaySerial),
  );
  const gateways = built.gateways.filter(({ serial }) => used.has(serial));
  const dead = kind.hasDeadGateway ? gateways.at(-1)?.serial : undefined;
  return {
    key,
    name: `Site ${index + 1}`,
    street: `${index + 1} Main Street`,
    city: "Springfield",
    state: ["IL", "MO", "WI", "IA", "IN"][index] ?? "IL",
    zipCode: "62701",
    contactPhone: "",
    contactEmail: "",
    timeZone: ZONE,
    gateways: gateways.map((gateway) =>
      gateway.serial === dead ? { ...gateway, silentFrom: now - DEAD_DAYS * 86_400_000 } : gateway,
    ),
    buildings,
  };
}
