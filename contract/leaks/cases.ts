import { z } from "zod";
import { call, file, idempotencyKey } from "../call/call.ts";
import {
  bodyId,
  dayOf,
  dollars,
  flag,
  gallons,
  givenName,
  id,
  ids,
  instantOf,
  isLikelyYear,
  orderingBy,
  paged,
  paging,
  places,
} from "../call/fields.ts";
import { attachedTo, leakingMeter, timeZone } from "../call/place-fields.ts";
import { textParams } from "../display/text-params.ts";
import { occupancy } from "../inventory/occupancy.ts";
import { place } from "../reporting/reporting.ts";
import { causeCodes, MAX_NOTE, MAX_PHOTOS, noLeakReasons, visitFindings } from "./case-choices.ts";

const STATE =
  "open: nobody has dealt with it; acknowledged, assigned, visited, fix_reported: what people reported; cannot_verify: a fix was reported, but the meter gives no data; returned: it ran on for more than two days after the fix, or runs again after it was over; verified: a fix was reported, and the leak is over; ended: it is over, and nobody reported a fix; not_a_leak: a person decided so.";
export const caseState = z.enum([
  "open",
  "acknowledged",
  "assigned",
  "visited",
  "fix_reported",
  "cannot_verify",
  "returned",
  "verified",
  "ended",
  "not_a_leak",
]);
export type CaseState = z.infer<typeof caseState>;

const FLOW =
  "running: it goes on; paused: it stopped, and may return: it is over only after its own longest pause and 24 measured hours more; no_data: its meter has reported nothing for a day; stopped: it is over.";
export const caseFlow = z.enum(["running", "paused", "no_data", "stopped"]);
export type CaseFlow = z.infer<typeof caseFlow>;

export const caseEventKind = z.enum(["acknowledged", "assigned", "visited", "fixed", "not_a_leak", "snoozed", "note"]);
export const visitFinding = z.enum(visitFindings);
export const causeCode = z.enum(causeCodes);
export const noLeakReason = z.enum(noLeakReasons);

const instant = z.iso.datetime();
export const leakType = z.enum(["toilet leak", "water heater", "other leak", "hybrid leak"]);
const email = z.string();
const vendorName = z.string();

const leakCase = place.extend({
  id: z.number().int().describe("Id of the case; it stays the same when late readings move its start."),
  time_zone: timeZone,
  leak_type: leakType.describe(
    "Kind of leak over the life of the case; kinds under a tenth of its gallons do not count.",
  ),
  meter_serial_number: leakingMeter,
  attached_to: attachedTo,
  occupancy: occupancy
    .nullable()
    .describe("Of its unit now, as in GET /v1/properties/{property_id}/occupancy; null: its meter belongs to no unit."),
  state: caseState.describe(STATE),
  flow: caseFlow.describe(FLOW),
  started_at: instant.describe("When the first of its leaks began."),
  ended_at: instant.nullable().describe("When the last of them ended; null: one of them has no end."),
  last_confirmed_at: instant.describe("End of the last measured hour in which one was seen to run."),
  over_at: instant
    .nullable()
    .describe("When it was over: 24 measured hours after its own longest pause. null: it is not over."),
  longest_pause_hours: z.number().int().describe("Its longest pause so far, in hours; 0: it never paused."),
  gallons_per_day: gallons
    .nullable()
    .describe(
      "What it loses in a day, by its last 24 measured hours; once stopped what it lost last. null: not known.",
    ),
  dollars_per_day: dollars.nullable().describe("The same at the price of a gallon today; null: not known."),
  total_gallons_leaked: gallons.describe("Gallons that leaked since it began; no water counts twice."),
  leak_cost: dollars.describe("Dollars for them, at the price of a gallon on each day."),
  confidence: z.enum(["high", "medium", "low"]).describe("How sure the rules are."),
  assignee: email.nullable().describe("E-mail address of the assignee; null: it is not assigned."),
  vendor: vendorName
    .nullable()
    .describe("Name of the vendor that it is assigned to; null: it is assigned to no vendor."),
  fixed_at: instant
    .nullable()
    .describe("The last fix, of a case that is over the last one until then if there is one; null: none was reported."),
  snoozed_until: z.iso
    .date()
    .nullable()
    .describe("Local day from which it is back among what is to be done; null, or a day that came: it is not snoozed."),
  due_on: z.iso
    .date()
    .nullable()
    .describe(
      "The next deadline of its clock that is not met, the last local day in time; null: none (GET /v1/case-clocks).",
    ),
  is_overdue: z.boolean().describe("Whether that day is over."),
  gallons_saved: gallons
    .nullable()
    .describe(
      "What its verified fix saved so far: what it lost in a day, for each of the 30 days since it stopped, while its meter had data. null: no fix is verified.",
    ),
  dollars_saved: dollars.nullable().describe("The same in dollars, at each day's price."),
});
export type LeakCase = z.input<typeof leakCase>;

export const casePhoto = z.object({
  id: z.number().int().describe("Id of the photo."),
  width: z.number().int().describe("Its width in pixels."),
  height: z.number().int().describe("Its height in pixels."),
});
export type CasePhoto = z.output<typeof casePhoto>;

export const caseEvent = z.object({
  id: z.number().int().describe("Id of the event."),
  kind: caseEventKind.describe("What a person reported."),
  at: instant.describe("When it happened."),
  note: z.string().describe("What the person wrote; empty: nothing."),
  assignee: email.nullable().describe("Of an assignment the e-mail address, null: of nobody any more; else null."),
  vendor: vendorName.nullable().describe("Of an assignment to a vendor their name; else null."),
  link_expires_at: instant
    .nullable()
    .describe("Of an assignment to a vendor until when their link is valid; else null."),
  link_event_id: z
    .number()
    .int()
    .nullable()
    .describe("Of a vendor's report the id of the assignment whose link it came by; else null."),
  finding: visitFinding.nullable().describe("Of a visit what was found; else null."),
  cause_code: causeCode.nullable().describe("Of a fix what was broken; null: not reported, or no fix."),
  minutes: z.number().int().nullable().describe("Of a fix how long it took, in minutes; null: not reported."),
  cost: z.number().nullable().describe("Of a fix what it cost, in the organization's currency; null: not reported."),
  work_order: z.string().describe("Of a fix the number of the work order in another system; empty: none."),
  until: z.iso.date().nullable().describe("Of a snooze the local day from which the case is back; else null."),
  reason: noLeakReason.nullable().describe("Of a decision that it is no leak, why; else null."),
  photos: z.array(casePhoto).describe("Photos of it, in the order in which they were sent."),
  made_by: z
    .string()
    .describe(
      "E-mail address of the person who reported it; of a vendor name and address: Acme Plumbing (joe@example.com).",
    ),
  made_at: instant.describe("When they reported it."),
  undone_at: instant.nullable().describe("When it was undone; null: it was not."),
  undone_by: z.string().nullable().describe("E-mail address of the person who undid it; null: it was not undone."),
});
export type CaseEvent = z.input<typeof caseEvent>;

const caseDay = z.object({
  date: z.iso.date().describe("Local day of the property."),
  gallons_consumed: gallons.nullable().describe("Gallons of the unit, or of the meter; null: not measured."),
  gallons_leaked: gallons.describe("Leak gallons of the case."),
});
export type CaseDay = z.input<typeof caseDay>;

const caseLeak = z.object({
  meter_serial_number: z.string().describe("Serial number of the meter that saw it."),
  attached_to: attachedTo,
  started_at: instant.describe("When it began."),
  ended_at: instant.nullable().describe("When it ended; null: no end is known."),
});

const deadline = z.object({
  step: z
    .enum(["acknowledge", "investigate", "fix", "charge_limit", "charges_end"])
    .describe(
      "acknowledge: somebody reports something about it; investigate: somebody visits; fix: a fix is reported that holds, or it ends; charge_limit, charges_end: the same, before California Civil Code 1954.210 limits and ends charges for usage.",
    ),
  due_on: z.iso
    .date()
    .nullable()
    .describe("The last local day in time; null: none is named, or it counts from a visit."),
  done_on: z.iso.date().nullable().describe("The local day on which it was done; null: it was not."),
});

export const wholeCase = leakCase.extend({
  clock: z.enum(["none", "house", "lease", "california"]).describe("The rule of its deadlines."),
  deadlines: z.array(deadline).describe("Its deadlines; empty: it has none."),
  days: z
    .array(caseDay)
    .describe("Its days up to today, two days before it included; of a case longer than 400 days the last 400."),
  leaks: z.array(caseLeak).describe("The leaks of single meters that it is made of, by their start."),
  events: z.array(caseEvent).describe("What people reported, by when it happened; also what was undone."),
});
export type WholeCase = z.input<typeof wholeCase>;

export const note = z.string().trim().max(MAX_NOTE).default("").describe("What the person writes.");
const at = z.iso
  .datetime({ offset: true, error: "Give an instant such as 2026-01-31T14:00:00Z." })
  .refine(isLikelyYear, "Give an instant such as 2026-01-31T14:00:00Z.")
  .optional()
  .describe("When it happened; left out: now.");

const photo_ids = z
  .array(bodyId)
  .max(MAX_PHOTOS, `Send at most ${MAX_PHOTOS} photos with a report.`)
  .default([])
  .describe("Photos of it that were sent before, by the call for photos.");
const last_seen_event_id = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe(
    "Id of the newest event of the case that the person had seen, 0: there was none. If somebody else has reported more than a note since, nothing is stored and the answer is 409 with what that was. Left out: it is stored anyway.",
  );

export const visit = z.strictObject({
  kind: z.literal("visited"),
  note,
  at,
  photo_ids,
  last_seen_event_id,
  finding: visitFinding.describe("What was found."),
});
export const fix = z.strictObject({
  kind: z.literal("fixed"),
  note,
  at,
  photo_ids,
  last_seen_event_id,
  cause_code: causeCode.optional().describe("What was broken."),
  minutes: z.number().int().min(0).max(100_000).optional().describe("How long it took, in minutes."),
  cost: z
    .number()
    .min(0)
    .max(10_000_000)
    .multipleOf(0.01, "Give the cost with at most two decimals.")
    .optional()
    .describe("What it cost, in the organization's currency."),
  work_order: givenName.max(100).default("").describe("Number of the work order in another system."),
});

/** What a person reports about a case. */
export const caseEventRequest = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("acknowledged"), note }),
  z.strictObject({
    kind: z.literal("assigned"),
    note,
    assignee: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .nullable()
      .describe("E-mail address of somebody who may see the property; null: of nobody any more."),
  }),
  visit,
  fix,
  z.strictObject({
    kind: z.literal("not_a_leak"),
    note,
    photo_ids,
    last_seen_event_id,
    reason: noLeakReason.describe("What it is instead."),
  }),
  z.strictObject({
    kind: z.literal("snoozed"),
    note,
    until: dayOf("Give a day such as 2026-01-31.").describe(
      "Local day from which the case is back among what is to be done, after today and at most 90 days ahead.",
    ),
  }),
  z
    .strictObject({ kind: z.literal("note"), note, photo_ids })
    .refine(({ note, photo_ids }) => note !== "" || photo_ids.length > 0, {
      path: ["note"],
      error: "Write something, or add a photo.",
    }),
]);
export type CaseEventRequest = z.output<typeof caseEventRequest>;
export type SentCaseEvent = z.input<typeof caseEventRequest>;

const states = z
  .preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(caseState).min(1).max(10).optional(),
  )
  .describe(`Only cases in these states; may be repeated. ${STATE}`);
export const ofCase = z.strictObject({ id: id.describe("Id of the case.") });

export const caseCalls = {
  "GET /v1/cases": call({
    access: "property-or-portfolio",
    summary:
      "Leak cases, one for each cause: the leaks of a unit's meters that are the same water, or of a building or irrigation meter, from found to proven fixed.",
    query: z.strictObject({
      ...places,
      building_id: ids.describe("Only these buildings; may be repeated."),
      unit_id: ids.describe("Only these units; may be repeated."),
      state: states,
      assignee: z.string().max(254).optional().describe("Only cases that are assigned to this e-mail address."),
      fixed_since: instantOf("fixed_since must be an instant such as 2026-01-31T00:00:00Z.")
        .optional()
        .describe("Only cases of which a fix was reported at this instant or later."),
      is_snoozed: flag.optional().describe("true: only cases that are snoozed now; false: only the others."),
      is_overdue: flag.optional().describe("true: only cases with a deadline that is over; false: only the others."),
      ...paging,
      ordering: orderingBy(
        [
          "dollars_per_day",
          "gallons_per_day",
          "started_at",
          "total_gallons_leaked",
          "fixed_at",
          "due_on",
          "property_name",
        ],
        "-dollars_per_day",
      ),
    }),
    response: paged(leakCase),
  }),
  "GET /v1/cases/{id}": call({
    access: "property-or-portfolio",
    summary: "A leak case with its days, the leaks that it is made of, and what people reported.",
    params: ofCase,
    response: wholeCase,
  }),
  "GET /v1/cases/{id}/notice": call({
    access: "property-or-portfolio",
    summary: "A notice to the resident about a leak case, to print or send.",
    params: ofCase,
    query: z.strictObject(textParams),
    response: z.object({
      subject: z.string().describe("What it is about."),
      text: z.string().describe("The notice; paragraphs are separated by an empty line."),
    }),
  }),
  "GET /v1/cases/{id}/assignees": call({
    access: "property",
    summary: "To whom a case can be assigned: the organization's people who may see its property, and the caller.",
    params: ofCase,
    response: z.array(
      z.object({
        email: email.describe("Their e-mail address."),
        name: z.string().describe("Their first and last name; empty: not known."),
      }),
    ),
  }),
  "POST /v1/cases/{id}/events": call({
    access: "property",
    summary:
      "Reports what was done about a case. With an Idempotency-Key header a request that is sent again counts once.",
    params: ofCase,
    headers: idempotencyKey,
    body: caseEventRequest,
    response: wholeCase,
    status: 201,
  }),
  "POST /v1/cases/{id}/photos": call({
    access: "property",
    summary:
      "Sends a photo (JPEG, PNG, WebP or HEIC) for an event that is reported next; a photo that no event names is deleted after a day. It is kept as JPEG of at most 2048 pixels, without place, time and device. With an Idempotency-Key header a request that is sent again counts once.",
    params: ofCase,
    headers: idempotencyKey,
    maxBodyKib: 10 * 1024,
    response: casePhoto,
    status: 201,
  }),
  "GET /v1/cases/{id}/photos/{photo_id}": call({
    access: "property-or-portfolio",
    summary: "A photo of an event of a case.",
    params: z.strictObject({ id: id.describe("Id of the case."), photo_id: id.describe("Id of the photo.") }),
    query: z.strictObject({
      size: z
        .enum(["full", "preview"])
        .default("full")
        .describe("full: at most 2048 pixels wide and high; preview: at most 320."),
    }),
    response: file,
    media: ["image/jpeg"],
  }),
  "DELETE /v1/cases/{id}/events/{event_id}": call({
    access: "property",
    summary: "Undoes an event of a case; it stays in its history.",
    params: z.strictObject({ id: id.describe("Id of the case."), event_id: id.describe("Id of the event.") }),
    response: wholeCase,
  }),
};
