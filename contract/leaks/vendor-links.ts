import { z } from "zod";
import { call, idempotencyKey } from "../call/call.ts";
import { gallons, givenName } from "../call/fields.ts";
import { attachedTo, timeZone } from "../call/place-fields.ts";
import { languages } from "../display/languages.ts";
import { measures } from "../display/measures.ts";
import { caseEvent, casePhoto, fix, leakType, note, ofCase, visit, wholeCase } from "./cases.ts";

const token = z.string().min(1).max(200).describe("The token behind the # of the link.");

/** What a vendor needs to find and fix a leak. No costs, and nothing else of the property. */
const linkedCase = z.object({
  property_name: z.string().describe("Name of the property."),
  address: z.string().describe("Its street, city, state and ZIP code; empty: not known."),
  building_name: z.string().describe("Name of the building."),
  unit_name: z.string().nullable().describe("Name of the unit; null: the meter belongs to no unit."),
  leak_type: leakType.describe("Kind of leak."),
  attached_to: attachedTo,
  meter_serial_number: z.string().describe("Serial number of the meter that shows it."),
  started_at: z.iso.datetime().describe("When it began."),
  gallons_per_day: gallons.nullable().describe("What it loses in a day; null: not known."),
  measure: z.enum(measures).describe("The measure in which the organization reads volumes."),
});

const vendorLink = z.object({
  vendor: z.string().describe("Name of the vendor."),
  assigned_by: z.string().describe("Who assigned it: their name, or their e-mail address where it is not known."),
  note: z.string().describe("What they wrote; empty: nothing."),
  expires_at: z.iso.datetime().describe("Until when the link is valid."),
  time_zone: timeZone,
  case: linkedCase.nullable().describe("The case; null: its report was taken."),
  report: caseEvent
    .pick({
      kind: true,
      at: true,
      note: true,
      finding: true,
      cause_code: true,
      minutes: true,
      cost: true,
      work_order: true,
    })
    .extend({ made_at: z.iso.datetime().describe("When it was taken.") })
    .nullable()
    .describe("The report that was taken; null: none yet."),
});
export type VendorLink = z.input<typeof vendorLink>;

/** Fields that need an account. */
const ofPeople = { last_seen_event_id: true } as const;

/** What a vendor reports: a visit, or a fix. */
const vendorReport = z.discriminatedUnion("kind", [
  visit.omit(ofPeople).extend({ token }),
  fix.omit(ofPeople).extend({ token }),
]);

/** To whom a link is mailed. */
export const vendorContact = z.strictObject({
  name: givenName
    .min(1, "Give the vendor's name.")
    .max(100, "A name has at most 100 characters.")
    .describe("Name of the vendor."),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .pipe(z.email("Give an e-mail address such as joe@example.com."))
    .describe("E-mail address of their contact."),
  days: z.number().int().min(1).max(30).default(7).describe("How many days the link is valid."),
  language: z.enum(languages).default("en").describe("Language of the mail."),
});
export type VendorContact = z.output<typeof vendorContact>;

export const vendorLinkCalls = {
  "POST /v1/cases/{id}/vendor-links": call({
    access: "property",
    summary:
      "Assigns a case to a vendor who has no account, and mails them a link with which they can see this case and report once. Only this answer contains the link. A request repeated with the same Idempotency-Key header assigns and mails once.",
    params: ofCase,
    headers: idempotencyKey,
    body: vendorContact.extend({ note }),
    response: wholeCase.extend({ vendor_link: z.url().describe("Address of the link.") }),
    status: 201,
  }),
  "POST /v1/vendor-link": call({
    access: "public",
    summary: "What a vendor's link shows: the case while it may be reported about, then the report that was taken.",
    body: z.strictObject({ token }),
    response: vendorLink,
  }),
  "POST /v1/vendor-link/photos": call({
    access: "public",
    summary:
      "Sends a photo for the report of a vendor's link, before it; as POST /v1/cases/{id}/photos, with the token behind the # of the link in the header Vendor-Link.",
    headers: {
      "Vendor-Link": { description: "The token behind the # of the link.", isRequired: true },
      ...idempotencyKey,
    },
    maxBodyKib: 10 * 1024,
    response: casePhoto,
    status: 201,
  }),
  "POST /v1/vendor-link/report": call({
    access: "public",
    summary:
      "Takes the one report of a vendor's link. With an Idempotency-Key header a request that is sent again counts once.",
    headers: idempotencyKey,
    body: vendorReport,
    response: vendorLink,
    status: 201,
  }),
};
