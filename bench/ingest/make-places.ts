import type { Connections } from "../../server/database/connect.ts";
import { createGatewayToken } from "../../server/ingest/tokens/gateway-token.ts";
import { addOrganization } from "../../server/organizations/add-organization.ts";
import { addProperty } from "../../server/organizations/add-property.ts";
import { benchProperty } from "./bench-property.ts";

/** A property of the bench, its gateway's token with it. */
export interface BenchPlace {
  propertyId: number;
  property: number;
  timeZone: string;
  token: string;
}

/** Makes one organization with `count` properties of `meters` meters each. */
export function makePlaces(connections: Connections, count: number, meters: number): Promise<BenchPlace[]> {
  return connections.worker.transaction().execute(async (tx) => {
    const organizationId = await addOrganization(tx, "Bench", true);
    const places: BenchPlace[] = [];
    for (let property = 0; property < count; property++) {
      const planned = benchProperty(property, meters);
      const made = await addProperty(tx, organizationId, planned);
      const gatewayId = made.gatewayIds.get(planned.gateways[0].serial);
      if (gatewayId === undefined) throw new Error("A property was made without its gateway.");
      const { token } = await createGatewayToken(tx, made.propertyId, gatewayId);
      places.push({ propertyId: made.propertyId, property, timeZone: planned.timeZone, token });
    }
    return places;
  });
}
