import type { AttachedTo } from "../server/readings/meter-day.ts";
import { makeHome } from "./home.ts";
import type { LeakRisk, LeakSource } from "./leak-site.ts";
import type {
  Measured,
  SimulatedBuilding,
  SimulatedGateway,
  SimulatedPoint,
  SimulatedProperty,
  SimulatedUnit,
} from "./places.ts";
import { Draws, hash, hashText } from "./random.ts";

/** What is metered in a unit. */
export type Metering = "whole" | "whole and toilets" | "whole and heater" | "everything" | "hot and cold" | "toilets";

export interface PropertyPlan {
  key: string;
  seed: number;
  /** Numbers its meters and gateways apart from other properties'. */
  index: number;
  units: number;
  buildingNames: readonly string[];
  metering: readonly { metering: Metering; weight: number }[];
  /** Thousandths of a gallon per count, and whether the meters report flow time and events. */
  registerCount: number;
  reportsFlow: boolean;
  /** Part of the units that is empty. 1: newly built, nobody has ever come by. */
  vacancy: number;
  risk: LeakRisk;
  master: boolean;
  irrigation: boolean;
  gateway: Pick<SimulatedGateway, "silentFrom" | "faults">;
}

const BEDROOMS = [
  { bedrooms: 0, weight: 8 },
  { bedrooms: 1, weight: 33 },
  { bedrooms: 2, weight: 40 },
  { bedrooms: 3, weight: 15 },
  { bedrooms: 4, weight: 4 },
];

const UNITS_PER_FLOOR = 8;
const UNITS_PER_GATEWAY = 48;
/** Share of meters that report no flow time although their neighbours do. */
const SILENT_ON_FLOW = 1 / 40;

/** Toilets leak most often, heaters least. No leaks where no meter of the unit measures: they would be undetectable. */
function leaksFor(metering: Metering, risk: LeakRisk): Record<"toilets" | "heater" | "plumbing", LeakSource> {
  const scaled = (factor: number): LeakRisk => ({ ...risk, chance: Math.min(1, risk.chance * factor) });
  const seesWhole = metering !== "toilets";
  return {
    toilets: scaled(1.3),
    heater: seesWhole ? scaled(0.4) : [],
    plumbing: seesWhole ? scaled(0.8) : [],
  };
}

interface Numbering {
  next(): string;
}

function serialNumbers(plan: PropertyPlan): Numbering {
  let used = 0;
  return {
    next: () => {
      used += 1;
      return String(20_000_000 + plan.index * 6_000 + used);
    },
  };
}

function unitMeters(metering: Metering, home: SimulatedUnit["home"]): { attachedTo: AttachedTo; measures: Measured }[] {
  const spoe = { attachedTo: "SPOE", measures: { what: "home", home } } as const;
  const heater = { attachedTo: "Water Heater", measures: { what: "hot", home } } as const;
  const toilets = home.toilets.map(
    (_, toilet) => ({ attachedTo: "Toilet", measures: { what: "toilet", home, toilet } }) as const,
  );
  switch (metering) {
    case "whole":
      return [spoe];
    case "whole and toilets":
      return [spoe, ...toilets];
    case "whole and heater":
      return [spoe, heater];
    case "everything":
      return [spoe, ...toilets, heater];
    case "hot and cold":
      return [
        { attachedTo: "DPOE", measures: { what: "hot", home } },
        { attachedTo: "DPOE", measures: { what: "cold", home } },
      ];
    case "toilets":
      return toilets;
  }
}

function buildUnit(plan: PropertyPlan, building: string, name: string, gateway: string, serials: Numbering) {
  const key = `${plan.key}/${building}/${name}`;
  const random = new Draws(hash(hash(plan.seed, 5), hashText(key)));
  const { bedrooms } = random.weighted(BEDROOMS);
  const { metering } = random.weighted(plan.metering);
  const vacant = random.chance(plan.vacancy);
  const home = makeHome({
    key,
    seed: plan.seed,
    bedrooms,
    vacant,
    visited: plan.vacancy < 1,
    registerCount: plan.registerCount,
    leaks: leaksFor(metering, plan.risk),
  });
  const points = unitMeters(metering, home).map(
    (meter): SimulatedPoint => ({
      ...meter,
      serialNumber: serials.next(),
      gatewaySerial: gateway,
      registerCount: plan.registerCount,
      reportsFlow: plan.reportsFlow && !random.chance(SILENT_ON_FLOW),
    }),
  );
  return { name, bedrooms, vacant, home, points };
}

function buildingPoints(plan: PropertyPlan, building: SimulatedBuilding, gatewaySerial: string, serials: Numbering) {
  const seed = hash(hash(plan.seed, 6), hashText(`${plan.key}/${building.name}`));
  const { registerCount, reportsFlow } = plan;
  const risk: LeakRisk = { chance: Math.min(0.5, plan.risk.chance), severity: 1 };
  const meter = (attachedTo: AttachedTo, measures: Measured): SimulatedPoint => ({
    attachedTo,
    measures,
    serialNumber: serials.next(),
    gatewaySerial,
    registerCount,
    reportsFlow,
  });
  const common = {
    seed,
    gallonsPerDay: building.units.length * 5,
    registerCount,
    leaks: { seed: hash(seed, 1), place: "building", source: risk },
  } as const;
  const garden = {
    seed: hash(seed, 2),
    firstMonth: 4,
    lastMonth: 10,
    gallonsPerMinute: 8 + (seed % 14),
    registerCount,
    leaks: { seed: hash(seed, 3), place: "irrigation", source: risk },
  } as const;
  const homes = building.units.map((unit) => unit.home);
  return [
    ...(plan.master ? [meter("Building", { what: "building", homes, common })] : []),
    ...(plan.irrigation ? [meter("Irrigation", { what: "irrigation", garden })] : []),
  ];
}

function gatewaysFor(plan: PropertyPlan): SimulatedGateway[] {
  const count = Math.max(1, Math.round(plan.units / UNITS_PER_GATEWAY));
  return Array.from({ length: count }, (_, number) => ({
    serial: `GW-${(0xa000 + plan.index * 32 + number).toString(16).toUpperCase()}`,
    name: count === 1 ? "Gateway" : `Gateway ${number + 1}`,
    ...plan.gateway,
  }));
}

/** Builds, furnishes and fills a property: the same plan always gives the same one. */
export function buildProperty(plan: PropertyPlan): Pick<SimulatedProperty, "gateways" | "buildings"> {
  const gateways = gatewaysFor(plan);
  const serials = serialNumbers(plan);
  const share = plan.units / plan.buildingNames.length;
  let built = 0;
  const buildings = plan.buildingNames.map((name, position): SimulatedBuilding => {
    const upTo = Math.round(share * (position + 1));
    const building: SimulatedBuilding = { name, units: [], points: [] };
    const first = built;
    for (; built < upTo; built += 1) {
      const inBuilding = built - first;
      const unitName = String(101 + Math.floor(inBuilding / UNITS_PER_FLOOR) * 100 + (inBuilding % UNITS_PER_FLOOR));
      const gateway = gateways[Math.floor((built / plan.units) * gateways.length)];
      building.units.push(buildUnit(plan, name, unitName, gateway.serial, serials));
    }
    const nearest = gateways[Math.floor((first / plan.units) * gateways.length)];
    building.points = buildingPoints(plan, building, nearest.serial, serials);
    return building;
  });
  return { gateways, buildings };
}
