import { localDay } from "../server/time/local-day.ts";
import { buildProperty } from "./build-property.ts";
import { type DemoProperty, fittings, makes, upkeepRisk } from "./demo-plan.ts";
import { demoOrganizations, demoProperties } from "./demo-properties.ts";
import type { SimulatedOrganization, SimulatedProperty } from "./places.ts";

const USUAL_VACANCY = 0.06;
const DAYS_SILENT_WHEN_LOADED = 4;

function demoProperty(row: DemoProperty, index: number, seed: number, loadedOn: number | null): SimulatedProperty {
  const { key, name, at, built } = row;
  const { areaCode, ...address } = at;
  const silentFrom =
    row.state === "silent" && loadedOn !== null
      ? localDay(at.timeZone, loadedOn - DAYS_SILENT_WHEN_LOADED).startsAt + 11 * 3_600_000
      : null;
  return {
    key,
    name,
    ...address,
    contactPhone: `(${areaCode}) 555-01${String(10 + ((index * 37) % 90))}`,
    contactEmail: `${key}@example.com`,
    ...buildProperty({
      key,
      seed,
      index,
      units: built.units,
      buildingNames: built.buildings,
      metering: fittings[built.fitting],
      ...makes[built.meters],
      vacancy: row.state === "new" ? 1 : USUAL_VACANCY,
      risk: row.state === "new" ? { chance: 0, severity: 1 } : upkeepRisk[row.upkeep],
      master: built.master ?? false,
      irrigation: built.irrigation ?? false,
      gateway: { silentFrom, faults: "at random" },
    }),
  };
}

/**
 * The demo: 3 organizations, 15 properties, 600 units. The same seed gives the same portfolio, of which any day in the
 * past or future can be simulated.
 *
 * `loadedOn` (days since 1970-01-01) is the day on which the demo was first loaded, to be kept and passed again later:
 * one property's gateway stops sending four days before it. Null: that gateway keeps sending.
 */
export function demoPortfolio(seed: number, loadedOn: number | null = null): SimulatedOrganization[] {
  return demoOrganizations.map((organization) => ({
    ...organization,
    properties: demoProperties.flatMap((row, index) =>
      row.organization === organization.name ? [demoProperty(row, index, seed, loadedOn)] : [],
    ),
  }));
}
