import { benchProperty } from "../../bench/ingest/bench-property.ts";
import type { Connections } from "../../server/database/connect.ts";
import { createGatewayToken } from "../../server/ingest/tokens/gateway-token.ts";
import { addOrganization } from "../../server/organizations/add-organization.ts";
import { addProperty } from "../../server/organizations/add-property.ts";
import { thousandthsOf } from "../harness/readings.ts";
import { dateAt, dayOf, HOUR_MS, plusDays, zones } from "./calendar.ts";

const METERS = 6;
/** Before and after the day on which clocks change in spring, so many days are read. */
const AROUND = 4;

export interface ZonePlace {
  timeZone: string;
  /** Lengths of days in hours. */
  days: Readonly<Record<string, number>>;
  propertyId: number;
  token: string;
  meterIds: Map<string, number>;
}

/** A reading of a meter for an hour that begins at an instant, in thousandths of a gallon. */
export interface HourRow {
  serial: string;
  at: number;
  thousandths: number;
}

/** Makes an organization with a property in each zone. */
export function makeZones(connections: Connections): Promise<ZonePlace[]> {
  return connections.worker.transaction().execute(async (tx) => {
    const organizationId = await addOrganization(tx, "Zones", true);
    const places: ZonePlace[] = [];
    for (const [number, { timeZone, days }] of zones.entries()) {
      const planned = { ...benchProperty(number, METERS), name: timeZone, timeZone };
      const { propertyId, meterIds, gatewayIds } = await addProperty(tx, organizationId, planned);
      const { token } = await createGatewayToken(tx, propertyId, [...gatewayIds.values()][0]);
      places.push({ timeZone, days, propertyId, token, meterIds });
    }
    return places;
  });
}

/** All hours of the meters around the change in spring, and from before that in autumn until an instant. */
export function hoursOf({ timeZone, days, meterIds }: ZonePlace, until: number): HourRow[] {
  const [spring = "", autumn = ""] = Object.keys(days);
  const dates: string[] = [];
  for (let day = -AROUND; day <= AROUND; day++) dates.push(plusDays(spring, day));
  for (let date = plusDays(autumn, -AROUND); date <= dateAt(timeZone, until); date = plusDays(date, 1))
    dates.push(date);
  const rows: HourRow[] = [];
  for (const { begin, end } of dates.map((date) => dayOf(timeZone, date))) {
    // The last slot of a day that is half an hour longer or shorter holds half an hour.
    for (let at = begin; at < end && at + HOUR_MS <= until; at += HOUR_MS) {
      for (const [meter, serial] of [...meterIds.keys()].entries()) {
        rows.push({ serial, at, thousandths: thousandthsOf(meter, Math.floor(at / HOUR_MS)) });
      }
    }
  }
  return rows;
}
