import type { Connections } from "../../server/database/connect.ts";
import { createGatewayToken } from "../../server/ingest/tokens/gateway-token.ts";
import { addOrganization } from "../../server/organizations/add-organization.ts";
import { addProperty } from "../../server/organizations/add-property.ts";
import type { SimulatedProperty } from "../../simulator/places.ts";
import { benchProperty } from "../ingest/bench-property.ts";

/** The zone of every property of the bench: so that the days of one are the days of all. */
export const ZONE = "America/Chicago";

/** One of many like properties: the same units, serial numbers and water. */
export interface Copy {
  propertyId: number;
  token: string;
  /** By serial number, in the order of the plan. */
  meterIds: Map<string, number>;
}

/** What all properties of the bench are like. */
export function planned(meters: number): SimulatedProperty {
  return { ...benchProperty(0, meters), timeZone: ZONE };
}

/** Makes one organization with like properties. */
export function makeCopies(connections: Connections, plan: SimulatedProperty, count: number): Promise<Copy[]> {
  return connections.worker.transaction().execute(async (tx) => {
    const organizationId = await addOrganization(tx, "Bench", true);
    const copies: Copy[] = [];
    for (let number = 1; number <= count; number++) {
      const made = await addProperty(tx, organizationId, { ...plan, name: `Bench ${number}` });
      const gatewayId = made.gatewayIds.get(plan.gateways[0].serial);
      if (gatewayId === undefined) throw new Error("A property was made without its gateway.");
      const { token } = await createGatewayToken(tx, made.propertyId, gatewayId);
      copies.push({ propertyId: made.propertyId, token, meterIds: made.meterIds });
    }
    return copies;
  });
}
