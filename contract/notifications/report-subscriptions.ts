import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, checkPeriod, dayOf, id, paged, paging } from "../call/fields.ts";
import { languages } from "../display/languages.ts";
import { measures } from "../display/measures.ts";
import { type ReportDays, reportDays, reportKinds } from "./report-kinds.ts";
import { isTimeZone } from "./time-zone.ts";

const [MOST_RECIPIENTS, LONGEST_WAIT] = [50, 72];
const instant = z.iso.datetime();
const kind = z.enum(reportKinds).describe("Which report.");

const shape = {
  kind,
  property_ids: z
    .array(bodyId)
    .min(1, "Choose at least one property, or all.")
    .max(1000, "Choose at most 1,000 properties, or all.")
    .nullable()
    .describe(
      "Only of these properties, as far as the recipient may see them when it is sent; null: of all that they may see. Addresses without an account need them named: they are what those may see.",
    ),
  days: z
    .enum(reportDays)
    .describe("Its days, before the day on which it is sent; dates: from start_date to end_date."),
  start_date: dayOf("start_date must be a day such as 2026-01-31.").optional().describe("First day of `dates`."),
  end_date: dayOf("end_date must be a day such as 2026-01-31.").optional().describe("Last day of `dates`, included."),
  rule: z
    .string()
    .min(1, "Give a rule, or null to send it once.")
    .max(200, "A rule has at most 200 characters.")
    .nullable()
    .describe(
      "When it is sent: an iCalendar rule (RFC 5545) such as FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0, at most once a day, by the clock of time_zone; without BYHOUR at 07:00. null: once, now.",
    ),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, "Give a time zone such as America/Chicago.")
    .describe("Of the rule, and of the days before it."),
  wait_hours: z
    .number()
    .int("Give whole hours.")
    .min(0, "Give 0 hours or more.")
    .max(LONGEST_WAIT, `Give at most ${LONGEST_WAIT} hours.`)
    .default(12)
    .describe(
      "For how long it waits for the end of its last day at all of its properties, and for 95 % of the expected meter-days; then it is sent with what there is.",
    ),
};

function checkDays(
  value: { days: ReportDays; start_date?: string | undefined; end_date?: string | undefined; rule: string | null },
  context: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
) {
  const { days, start_date, end_date, rule } = value;
  const issue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  checkPeriod({ start_date, end_date }, context);
  if (days === "dates") {
    if (start_date === undefined && end_date === undefined) issue("start_date", "Give start_date and end_date.");
    if (rule !== null) issue("days", "A report with fixed dates is sent once. Choose another period for a schedule.");
  } else if (start_date !== undefined || end_date !== undefined) {
    issue(start_date === undefined ? "end_date" : "start_date", "Give dates only with days: dates.");
  }
}

const own = z.strictObject(shape).superRefine(checkDays);
export type OwnSubscription = z.output<typeof own>;

const ofOthers = z
  .strictObject({
    ...shape,
    user_ids: z
      .array(bodyId)
      .max(MOST_RECIPIENTS, `Choose at most ${MOST_RECIPIENTS} people.`)
      .describe("Members of the organization; each receives what they may see themselves."),
    addresses: z
      .array(z.email("Give e-mail addresses such as owner@example.com.").max(254))
      .max(MOST_RECIPIENTS, `Give at most ${MOST_RECIPIENTS} addresses.`)
      .describe(
        "E-mail addresses. Members of the organization receive what they may see themselves; everybody else exactly property_ids.",
      ),
    language: z.enum(languages).default("en").describe("Language of the reports to addresses."),
    measure: z.enum(measures).default("gallon").describe("Measure of the reports to addresses."),
  })
  .superRefine(checkDays)
  .superRefine(({ user_ids, addresses }, context) => {
    if (user_ids.length + addresses.length > 0) return;
    context.addIssue({ code: "custom", path: ["addresses"], message: "Give at least one e-mail address." });
  });
export type NewSubscription = z.output<typeof ofOthers>;

const subscription = z.object({
  id: z.number().int().describe("Its id."),
  kind,
  property_ids: z.array(z.number().int()).nullable().describe("Only of these properties; null: of all."),
  days: z.enum(reportDays).describe("Its days."),
  start_date: z.iso.date().nullable().describe("First day of `dates`."),
  end_date: z.iso.date().nullable().describe("Last day of `dates`."),
  rule: z.string().nullable().describe("When it is sent; null: once."),
  time_zone: z.string().describe("Time zone of the rule."),
  wait_hours: z.number().int().describe("For how long it waits for data."),
  language: z.enum(languages).describe("Language of the reports to addresses."),
  measure: z.enum(measures).describe("Measure of the reports to addresses."),
  recipients: z
    .array(
      z.object({
        email: z.string().describe("E-mail address."),
        user_id: z.number().int().nullable().describe("The person; null: an address without an account."),
        ended_at: instant.nullable().describe("When they ended it for themselves; null: they did not."),
      }),
    )
    .describe("Who receives it."),
  created_by: z.string().describe("E-mail address of who made it."),
  created_at: instant.describe("When it was made."),
  next_at: instant.nullable().describe("When it is sent next; null: it was sent for the last time."),
  last_sent_at: instant.nullable().describe("When it was last sent to anybody; null: not yet."),
});
export type ReportSubscription = z.input<typeof subscription>;

const ofOrganization = z.strictObject({ id });

export const reportSubscriptionCalls = {
  "GET /v1/me/report-subscriptions": call({
    access: "signed-in",
    summary: "The reports that the caller receives by mail, and did not end, newest first.",
    query: z.strictObject(paging),
    response: paged(subscription),
  }),
  "POST /v1/me/report-subscriptions": call({
    access: "signed-in",
    summary: "Sends the caller a report by mail, once or on a schedule, with what they may see whenever it is sent.",
    body: own,
    response: subscription,
    status: 201,
  }),
  "DELETE /v1/me/report-subscriptions/{id}": call({
    access: "signed-in",
    summary: "Ends a report by mail for the caller; the answer is the subscription as it was.",
    params: z.strictObject({ id: id.describe("Id of the subscription.") }),
    response: subscription,
  }),
  "GET /v1/admin/organizations/{id}/report-subscriptions": call({
    access: "admin",
    summary: "The reports that an organization sends by mail, and that did not end, newest first.",
    params: ofOrganization,
    query: z.strictObject(paging),
    response: paged(subscription),
  }),
  "POST /v1/admin/organizations/{id}/report-subscriptions": call({
    access: "admin",
    summary: "Sends a report by mail to people of the organization, and to addresses without an account.",
    params: ofOrganization,
    body: ofOthers,
    response: subscription,
    status: 201,
  }),
  "DELETE /v1/admin/organizations/{id}/report-subscriptions/{subscription_id}": call({
    access: "admin",
    summary: "Ends a report by mail for everybody; the answer is the subscription as it was.",
    params: z.strictObject({ id, subscription_id: id.describe("Id of the subscription.") }),
    response: subscription,
  }),
};
