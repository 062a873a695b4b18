import type { Place } from "./place.ts";
import type { Canary } from "./tenant.ts";

/** A place where something is, with the marks of its property and of its organization. */
export interface LivingPlace extends Place {
  canary: Canary;
  organizationId: number;
  propertyId: number;
  isArchived: boolean;
  gatewayToken: string;
}
