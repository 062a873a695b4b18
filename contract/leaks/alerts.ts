import { z } from "zod";
import { call } from "../call/call.ts";
import { dayOf, dollars, gallons, id, instantOf, orderingBy, paged, paging, places } from "../call/fields.ts";
import { propertyId, propertyName, timeZone } from "../call/place-fields.ts";
import { textParams } from "../display/text-params.ts";
import { dismissalReasons } from "./case-choices.ts";
import { caseState, note } from "./cases.ts";

export const alertKind = z.enum([
  "leak opened",
  "leak grew",
  "leak ended",
  "case overdue",
  "device down",
  "low battery",
  "signal fell",
  "no consumption",
  "vacant but used",
  "quarantine",
  "price ended",
]);
export type AlertKind = z.infer<typeof alertKind>;

export const dismissalReason = z.enum(dismissalReasons);

const alertRow = z.object({
  id: z.number().int().describe("Id of the alert."),
  property_id: propertyId,
  property_name: propertyName,
  time_zone: timeZone,
  building_id: z.number().int().nullable().describe("Id of the building; null: about a gateway or a router."),
  building_name: z.string().nullable().describe("Name of the building; null: about a gateway or a router."),
  unit_id: z.number().int().nullable().describe("Id of the unit; null: about no unit."),
  unit_name: z.string().nullable().describe("Name of the unit; null: about no unit."),
  meter_serial_number: z
    .string()
    .nullable()
    .describe("Serial number of the meter; null: about a whole unit, a gateway or a router."),
  attached_to: z
    .string()
    .nullable()
    .describe("Where the meter is installed, such as Toilet; null: about a whole unit, a gateway or a router."),
  device_type: z
    .enum(["gateway", "router", "meter"])
    .nullable()
    .describe(
      "The kind of device that has no data, a low battery or a weak signal; null: the alert is about something else.",
    ),
  device_serial_number: z
    .string()
    .nullable()
    .describe("Serial number of that device; null: the alert is about something else."),
  kind: alertKind.describe("What happened."),
  title: z.string().describe("What and where, in a few words."),
  text: z.string().describe("One or two sentences for a manager."),
  gallons_per_day: gallons
    .nullable()
    .describe(
      "What a leak loses in a day; of one that has ended, what it lost on average; null: not known yet, or not a leak.",
    ),
  dollars_per_day: dollars
    .nullable()
    .describe(
      "The same at the price of a gallon today, or when the alert was closed; null: not known yet, or not a leak.",
    ),
  is_default_price: z
    .boolean()
    .nullable()
    .describe("Whether no price is set and the dollars are at the default; null: there are no dollars."),
  case_id: z.number().int().nullable().describe("Id of the leak case that it is about; null: about something else."),
  case_state: caseState
    .nullable()
    .describe("State of that case now: reporting about the case is how its alerts are dealt with; null: it has none."),
  assignee: z.string().nullable().describe("E-mail address of the case's assignee; null: it is not assigned."),
  vendor: z
    .string()
    .nullable()
    .describe("Name of the vendor that the case is assigned to; null: it is assigned to no vendor."),
  snoozed_until: z.iso
    .date()
    .nullable()
    .describe(
      "Local day on which the case is due again or the device alert reopens; null, or a day that has come: not snoozed.",
    ),
  dismissed_for: dismissalReason
    .nullable()
    .describe("Why the device alert was dismissed, which holds while its cause lasts; null: not dismissed."),
  decision_note: z.string().describe("Note of the person who dismissed or snoozed it; empty: none."),
  decided_by: z.string().nullable().describe("E-mail address of that person; null: nobody did."),
  began_at: z.iso.datetime().describe("When the cause began, by measured time."),
  opened_at: z.iso.datetime().describe("When the alert was raised."),
  closed_at: z.iso.datetime().nullable().describe("When the cause ended; null: it has not."),
});
export type AlertRow = z.infer<typeof alertRow>;

const alertDecision = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("dismissed").describe("Nobody needs to do anything about it."),
    reason: dismissalReason.describe("Why."),
    note,
  }),
  z.strictObject({
    kind: z.literal("snoozed").describe("It can wait."),
    until: dayOf("Give a day such as 2026-01-31.").describe(
      "Local day from which it is open again, after today and at most 90 days ahead.",
    ),
    note,
  }),
  z.strictObject({ kind: z.literal("none").describe("It is open again.") }),
]);
export type AlertDecision = z.output<typeof alertDecision>;

const SINCE = "since must be an instant such as 2026-01-31T00:00:00Z.";

export const alertCalls = {
  "GET /v1/alerts": call({
    access: "property-or-portfolio",
    summary:
      "Alerts: leaks that opened, grew or ended, leak cases with a deadline that is over, devices without data, with a low battery or a signal that has fallen, meters without consumption, vacant units that use water, quarantined readings, prices that ended. One for each cause, closed when the cause is gone. By default the leaks that cost most a day are first, then everything else, the newest first.",
    query: z.strictObject({
      ...places,
      state: z
        .enum(["open", "dismissed", "closed"])
        .optional()
        .describe(
          "open: the cause lasts and the alert is neither dismissed nor snoozed; dismissed: the cause lasts and the alert is dismissed or snoozed; closed: the cause has ended. Default: all.",
        ),
      kind: z
        .preprocess(
          (value) => (value === undefined || Array.isArray(value) ? value : [value]),
          z.array(alertKind).min(1).max(alertKind.options.length).optional(),
        )
        .describe("Only alerts of these kinds; may be repeated."),
      since: instantOf(SINCE).optional().describe("Only alerts that were opened or closed at this instant or later."),
      ...textParams,
      ...paging,
      ordering: orderingBy(["dollars_per_day", "began_at", "opened_at"], "-dollars_per_day"),
    }),
    response: paged(alertRow),
  }),
  "PUT /v1/alerts/{id}/decision": call({
    access: "property",
    summary:
      "Dismisses or snoozes an alert about a battery or a signal, or reopens it. A dismissed alert is not listed as open while its cause lasts; if the cause ends and returns, a new alert opens.",
    params: z.strictObject({ id: id.describe("Id of the alert.") }),
    query: z.strictObject(textParams),
    body: alertDecision,
    response: alertRow,
  }),
};
