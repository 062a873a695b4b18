import { z } from "zod";
import { bodyId } from "../call/fields.ts";
import { channelUses, mailModes, noticeKinds } from "./notice-kinds.ts";
import { isTimeZone } from "./time-zone.ts";

const MOST_PROPERTIES = 1000;
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time of day such as 21:00.");

/** What a person is notified of, and when. */
export const notificationSettings = z.strictObject({
  mail: z
    .enum(mailModes)
    .describe(
      "When mails are sent: each at once, in one list on every morning or on weekday mornings at 06:30, or never.",
    ),
  sms: z
    .enum(channelUses)
    .default("off")
    .describe(
      "What is also sent by text message, as it happens: nothing, bursts and what routes send, or all. It needs a confirmed phone number.",
    ),
  push: z
    .enum(channelUses)
    .default("off")
    .describe("What the person's browsers also show, as it happens: nothing, bursts and what routes send, or all."),
  kinds: z
    .array(z.enum(noticeKinds))
    .max(noticeKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, "Name each kind once.")
    .describe("What to be notified of."),
  property_ids: z
    .array(bodyId)
    .min(1, "Choose at least one property, or all.")
    .max(MOST_PROPERTIES, `Choose at most ${MOST_PROPERTIES} properties, or all.`)
    .nullable()
    .describe("Only of these properties; null: of all that the person may see."),
  least_dollars_per_day: z
    .number()
    .min(0, "Give an amount of 0 or more.")
    .max(1_000_000, "Give an amount of at most 1,000,000.")
    .describe("Only of leaks that cost at least this a day, in the organization's currency."),
  quiet_hours: z
    .strictObject({
      from: clockTime.describe("Time of day, HH:MM."),
      until: clockTime.describe("Time of day, HH:MM; earlier than `from`: on the next day."),
    })
    .refine(({ from, until }) => from !== until, { path: ["until"], error: "Quiet hours cannot last all day." })
    .nullable()
    .describe("Nothing is sent then but bursts; what comes meanwhile is one list afterwards. null: no quiet hours."),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, "Give a time zone such as America/Chicago.")
    .nullable()
    .describe("Of the quiet hours; null: that of the property."),
  burst_gallons_per_hour: z
    .number()
    .min(1, "Give at least 1 gallon an hour.")
    .max(100_000, "Give at most 100,000 gallons an hour.")
    .describe("A leak of at least this many gallons an hour is sent at once, also in quiet hours."),
});
export type NotificationSettings = z.output<typeof notificationSettings>;
