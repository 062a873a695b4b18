import { useQuery } from "@tanstack/react-query";
import { clockAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { propertyQuery } from "../../../property/property/view/property-query.ts";

/** Today at a property, `yyyy-MM-dd`; undefined until its time zone is loaded. */
export function useToday(propertyId: number): string | undefined {
  const property = useQuery(propertyQuery(propertyId));
  return property.data && clockAtProperty(Date.now(), property.data.time_zone).slice(0, 10);
}
