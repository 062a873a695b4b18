import { z } from "zod";
import { currencies } from "../display/measures.ts";
import { eventTypes } from "./notice-kinds.ts";

const place = z.object({
  id: z.number().int().describe("Its id in this API."),
  name: z.string().describe("Its name."),
});

/** The body of a webhook's request. */
export const webhookPayload = z.object({
  type: z
    .enum([...eventTypes, "webhook.test"])
    .describe("What happened. Ignore types that you do not know: new ones may come. webhook.test is a test."),
  timestamp: z.iso.datetime().describe("When it happened, in UTC."),
  data: z.object({
    property: place.extend({ time_zone: z.string().describe("Its time zone, such as America/New_York.") }),
    building: place.nullable().describe("null: not about one building."),
    unit: place.nullable().describe("null: not about one unit, such as an irrigation meter."),
    meter_serial: z.string().nullable().describe("Serial number of the meter; null: not about one meter."),
    device_serial: z
      .string()
      .nullable()
      .describe("Serial number of the gateway, router or meter that is down; null: not about a device."),
    case_id: z.number().int().nullable().describe("Id of the leak case; null: not about a case."),
    state: z
      .string()
      .nullable()
      .describe("State of the case when this was sent, such as open; null: not about a case."),
    started_at: z.iso.datetime().nullable().describe("When the leak or the outage began, in UTC; null: not known."),
    gallons_per_day: z
      .number()
      .nullable()
      .describe("Gallons that the leak loses in a day; once it is over what it lost last. null: not known."),
    dollars_per_day: z
      .number()
      .nullable()
      .describe("What that costs in a day, in the currency of `currency`; null: not known."),
    currency: z.enum(currencies).describe("Currency of dollars_per_day, such as USD."),
    count: z
      .number()
      .int()
      .nullable()
      .describe(
        "How many meters a data gap or an outage concerns, readings a quarantine, or units the end of a price; null: not counted.",
      ),
    summary: z.string().describe("The same in one English sentence, for people."),
    link: z.url().describe("Address of the page about it; it needs a sign-in."),
  }),
});
export type WebhookPayload = z.infer<typeof webhookPayload>;
