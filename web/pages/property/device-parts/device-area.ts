/** The part of the product that the screen belongs to: what it asks, and where a meter's page is. */
export type DeviceArea = "property" | "portfolio";
