import { z } from "zod";
import { call } from "./call.ts";
import { gallons, instantOf, paged, paging, places } from "./common.ts";

export const alertKind = z.enum([
  "leak opened",
  "leak grew",
  "leak ended",
  "device down",
  "no consumption",
  "vacant but used",
  "quarantine",
]);
export type AlertKind = z.infer<typeof alertKind>;

const alertRow = z.object({
  id: z.number().int(),
  property_id: z.number().int(),
  property_name: z.string(),
  /** null: about a gateway or a router. */
  building_id: z.number().int().nullable(),
  building_name: z.string().nullable(),
  unit_id: z.number().int().nullable(),
  unit_name: z.string().nullable(),
  /** null: about a whole unit, a gateway or a router. */
  meter_serial_number: z.string().nullable(),
  attached_to: z.string().nullable(),
  /** Set on alerts about a device that is silent. */
  device_type: z.enum(["gateway", "router", "meter"]).nullable(),
  device_serial_number: z.string().nullable(),
  kind: alertKind,
  /** What and where, in a few words. */
  title: z.string(),
  /** One or two sentences for a manager. */
  text: z.string(),
  /** What a leak loses in a day; of one that has ended, what it lost on average; null: not known yet, or not a leak. */
  gallons_per_day: gallons.nullable(),
  /** The same at the price of a gallon in force, in dollars. */
  dollars_per_day: z.number().nullable(),
  /** When the cause began, by measured time. */
  began_at: z.iso.datetime(),
  opened_at: z.iso.datetime(),
  /** When the cause was gone; null: it is not. */
  closed_at: z.iso.datetime().nullable(),
});
export type AlertRow = z.infer<typeof alertRow>;

const SINCE = "since must be an instant such as 2026-01-31T00:00:00Z.";

export const alertCalls = {
  "GET /v1/alerts": call({
    access: "property-or-portfolio",
    summary:
      "What a person should know of: leaks that opened, grew or ended, silent devices, meters without water, vacant units that use some, readings that wait for a decision. One for each cause, the newest first; closed when the cause is gone.",
    query: z.strictObject({
      ...places,
      /** `open` or `closed`; without it both. */
      state: z.enum(["open", "closed"]).optional(),
      kind: z.preprocess(
        (value) => (value === undefined || Array.isArray(value) ? value : [value]),
        z.array(alertKind).min(1).max(10).optional(),
      ),
      /** Alerts that were opened or closed at this instant or later. */
      since: instantOf(SINCE).optional(),
      ...paging,
    }),
    response: paged(alertRow),
  }),
};
