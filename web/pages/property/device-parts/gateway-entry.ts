import type { QueryClient } from "@tanstack/react-query";
import { missingOf, placesSeen } from "../../../app/report/filters/places-seen.ts";
import { completeGateway } from "./gateway-saved.ts";
import type { GatewaySearch } from "./gateway-search-fields.ts";

/**
 * The whole view of a URL, without places that this user may not see (any more): calls reject them, and the screen
 * shows that they were left out. Null: the URL is complete and needs no change.
 */
export async function entryGateway(client: QueryClient, search: GatewaySearch): Promise<GatewaySearch | null> {
  const complete = completeGateway(search);
  const { organization_id, property_id, building_id, ...rest } = complete ?? search;
  const named = {
    organization_id: search.organization_id,
    property_id: search.property_id,
    building_id: search.building_id,
  };
  const params = { organization_id, property_id, building_id };
  // If the check fails, the places are requested unchecked; the screen shows the error.
  const seen = await placesSeen(client, params).catch(() => params);
  if (seen === params) return complete;
  const places = {
    organization_id: seen.organization_id,
    property_id: seen.property_id,
    building_id: seen.building_id,
  };
  return { ...rest, ...places, missing: missingOf(named, seen) ?? rest.missing };
}
