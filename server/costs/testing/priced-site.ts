import { addLeak, everyHour, writeDay } from "../../reporting/testing/hours.ts";
import { addMeter, addOrganization, addProperty, addUnit, type TestProperty } from "../../reporting/testing/places.ts";
import { rollUp } from "../../reporting/testing/roll-up.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";
import { dayNumber, dayText } from "../../time/local-day.ts";

export const finances = "/v1/reporting/portfolio-insights/finances";

/** Local days of the site, in which the clocks of New York go back: 1 November has 25 hours. */
export const days = Array.from({ length: 16 }, (_, i) => dayText(dayNumber("2026-10-25") + i));
export const period = `start_date=${days[0]}&end_date=${days.at(-1)}`;

export interface PricedUnit {
  id: number;
  property: TestProperty;
  /** Thousandths of a gallon by day, what of them leaked, and what of that leaked at the toilet. */
  gallons: Map<string, number>;
  leaked: Map<string, number>;
  toilet: Map<string, number>;
}

export interface PricedSite {
  app: ScopedApp;
  organizations: { ours: number; theirs: number };
  /** Two of Oak House (New York), one of Ash House (Honolulu); no two days of theirs used alike. */
  units: PricedUnit[];
  foreign: PricedUnit;
  who: { organizationIds: number[]; propertyIds: number[]; currentOrganizationId: number };
}

/** Units that leak on every day, on 10 November 2026. */
export async function pricedSite(): Promise<PricedSite> {
  const app = await scopedApp("2026-11-10T17:00:00Z");
  const { connections } = app;
  const ours = await addOrganization(connections, "Ours");
  const theirs = await addOrganization(connections, "Theirs");
  const house = (name: string, organization_id: number, time_zone: string) =>
    addProperty(connections, { name, organization_id, time_zone });
  const oak = await house("Oak House", ours, "America/New_York");
  const ash = await house("Ash House", ours, "Pacific/Honolulu");
  const elm = await house("Elm House", theirs, "America/New_York");
  const units = [
    await addPricedUnit(app, oak, "1", 101),
    await addPricedUnit(app, oak, "2", 211),
    await addPricedUnit(app, ash, "3", 307),
  ];
  const foreign = await addPricedUnit(app, elm, "4", 401);
  for (const property of [oak, ash, elm]) await rollUp(connections, property);
  return {
    app,
    organizations: { ours, theirs },
    units,
    foreign,
    who: { organizationIds: [ours], propertyIds: [oak.id, ash.id], currentOrganizationId: ours },
  };
}

/** Unit 2 leaks as much again beyond its toilet, unit 3 at its heater and not at a toilet. */
async function addPricedUnit(
  { connections }: ScopedApp,
  property: TestProperty,
  name: string,
  each: number,
): Promise<PricedUnit> {
  const unit = await addUnit(connections, property, "Main", name, Number(name) % 3);
  const home = await addMeter(connections, unit, "SPOE", `home-${name}`);
  const bath = await addMeter(connections, unit, name === "3" ? "Water Heater" : "Toilet", `bath-${name}`);
  const ofHome = name === "2" ? 2 * each : 0;
  const priced = { gallons: new Map(), leaked: new Map(), toilet: new Map() };
  for (const [i, day] of days.entries()) {
    const hours = property.timeZone === "America/New_York" && day === "2026-11-01" ? 25 : 24;
    const hour = (each + i) * 10;
    const leaked = ofHome > 0 ? { leaked: everyHour(ofHome, hours) } : {};
    await writeDay(connections, home, day, { gallons: everyHour(hour, hours), ...leaked });
    await writeDay(connections, bath, day, { gallons: everyHour(each, hours), leaked: everyHour(each, hours) });
    priced.gallons.set(day, hour * hours);
    priced.leaked.set(day, Math.max(each, ofHome) * hours);
    priced.toilet.set(day, name === "3" ? 0 : each * hours);
  }
  const began = { started_at: `${days[0]}T10:00:00Z`, gallons_total: 1 };
  await addLeak(connections, bath, began);
  if (ofHome > 0) await addLeak(connections, home, began);
  if (unit.unitId === null) throw new Error("A unit has no id.");
  return { id: unit.unitId, property, ...priced };
}
