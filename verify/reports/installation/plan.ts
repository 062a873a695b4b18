import { buildProperty, type Metering } from "../../../simulator/build-property.ts";
import { fittings, makes, type Upkeep, upkeepRisk } from "../../../simulator/demo-plan.ts";
import type { SimulatedPoint, SimulatedProperty } from "../../../simulator/places.ts";

interface Row {
  name: string;
  /** Its organization, by number; null: none. */
  organization: number | null;
  state: string;
  timeZone: string;
  units: number;
  buildings: readonly string[];
  metering: readonly { metering: Metering; weight: number }[];
  make: keyof typeof makes;
  upkeep: Upkeep;
  master?: boolean;
  irrigation?: boolean;
  vacancy?: number;
}

export const ORGANIZATIONS = ["Juniper Homes", "Granite Living", "Willow Estates"] as const;

const every = (["whole", "whole and toilets", "whole and heater", "everything", "toilets"] as const).map(
  (metering) => ({ metering, weight: 1 }),
);

/** Zones whose clocks change in the autumn before the end of the data, by an hour and by half of one, and others. */
const rows: readonly Row[] = [
  {
    name: "Ash Court",
    organization: 0,
    state: "NY",
    timeZone: "America/New_York",
    units: 7,
    buildings: ["East", "West"],
    metering: every,
    make: "ultrasonic",
    upkeep: "poor",
    master: true,
    irrigation: true,
  },
  {
    name: "birch House",
    organization: 1,
    state: "CA",
    timeZone: "America/Los_Angeles",
    units: 6,
    buildings: ["Main"],
    metering: fittings["hot and cold"],
    make: "pulse",
    upkeep: "poor",
  },
  {
    name: "Cedar 10",
    organization: 0,
    state: "SA",
    timeZone: "Australia/Lord_Howe",
    units: 4,
    buildings: ["A"],
    metering: fittings.everything,
    make: "ultrasonic",
    upkeep: "fair",
    irrigation: true,
  },
  {
    name: "Cedar 2",
    organization: 0,
    state: "",
    timeZone: "Europe/Berlin",
    units: 6,
    buildings: ["Building 2", "Building 10"],
    metering: fittings.mixed,
    make: "ultrasonic",
    upkeep: "poor",
    master: true,
  },
  {
    name: "Dogwood",
    organization: 1,
    state: "AZ",
    timeZone: "America/Phoenix",
    units: 5,
    buildings: ["Main"],
    metering: fittings.toilets,
    make: "ultrasonic",
    upkeep: "good",
    vacancy: 0.3,
  },
  {
    name: "Elm (new)",
    organization: 1,
    state: "CA",
    timeZone: "America/Los_Angeles",
    units: 3,
    buildings: ["Main"],
    metering: fittings.whole,
    make: "coarse pulse",
    upkeep: "good",
    vacancy: 1,
  },
  {
    name: "Fir Street",
    organization: 2,
    state: "IL",
    timeZone: "America/Chicago",
    units: 8,
    buildings: ["North", "South", "Yard"],
    metering: every,
    make: "pulse",
    upkeep: "fair",
    irrigation: true,
  },
  {
    name: "Ginkgo",
    organization: 2,
    state: "",
    timeZone: "Asia/Kolkata",
    units: 4,
    buildings: ["Main"],
    metering: fittings.toilets,
    make: "ultrasonic",
    upkeep: "poor",
  },
  {
    name: "Hazel",
    organization: null,
    state: "TX",
    timeZone: "America/Chicago",
    units: 3,
    buildings: ["Main"],
    metering: fittings.mixed,
    make: "ultrasonic",
    upkeep: "poor",
  },
  {
    name: "Holly",
    organization: 1,
    state: "NY",
    timeZone: "America/New_York",
    units: 4,
    buildings: ["Main"],
    metering: fittings.toilets,
    make: "ultrasonic",
    upkeep: "good",
  },
];

export interface Planned {
  organization: number | null;
  simulated: SimulatedProperty;
  /** Serial numbers of meters that send registers, in gallons, instead of hours. */
  registers: ReadonlySet<string>;
}

/** The first so many properties of an installation; the same seed gives the same. */
export function planInstallation(seed: number, properties: number): Planned[] {
  return rows.slice(0, properties).map((row, index) => {
    const key = `reports-${index}`;
    const simulated: SimulatedProperty = {
      key,
      name: row.name,
      street: `${index + 1} Long St`,
      city: "Springfield",
      state: row.state,
      zipCode: String(10_000 + index),
      contactPhone: "(217) 555-0100",
      contactEmail: `${key}@example.com`,
      timeZone: row.timeZone,
      ...buildProperty({
        key,
        seed,
        index: 200 + index,
        units: row.units,
        buildingNames: row.buildings,
        metering: row.metering,
        ...makes[row.make],
        vacancy: row.vacancy ?? 0.1,
        risk: upkeepRisk[row.upkeep],
        master: row.master ?? false,
        irrigation: row.irrigation ?? false,
        gateway: { silentFrom: null, faults: "at random" },
      }),
    };
    addToilet(simulated);
    leakAtHeater(simulated);
    return { organization: row.organization, simulated, registers: registersOf(simulated) };
  });
}

/** Below two meters of a whole unit a toilet's meter, which no property of the simulator has. */
function addToilet({ buildings }: SimulatedProperty): void {
  const unit = buildings.flatMap(({ units }) => units).find(({ points }) => points[0]?.attachedTo === "DPOE");
  const [first] = unit?.points ?? [];
  if (unit === undefined || first === undefined) return;
  const toilet: SimulatedPoint = {
    ...first,
    attachedTo: "Toilet",
    serialNumber: `${first.serialNumber}-T`,
    measures: { what: "toilet", home: unit.home, toilet: 0 },
  };
  unit.points.push(toilet);
}

/** A water heater that leaks all the time, as few do by chance: without one nothing tells what its leak is counted as. */
function leakAtHeater({ buildings }: SimulatedProperty): void {
  const home = buildings
    .flatMap(({ units }) => units)
    .find(({ points }) => points.some(({ attachedTo }) => attachedTo === "Water Heater"))?.home;
  if (home === undefined) return;
  const [startedAt, endsAt] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
  home.heaterLeaks.source = [{ kind: "constant", seed: 1, startedAt, endsAt, gallonsPerHour: 4 }];
}

function registersOf({ buildings }: SimulatedProperty): Set<string> {
  const whole = buildings
    .flatMap(({ units }) => units.flatMap(({ points }) => points))
    .filter(({ attachedTo }) => attachedTo === "SPOE" || attachedTo === "DPOE");
  return new Set(whole.slice(1, 2).map(({ serialNumber }) => serialNumber));
}
