import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, date, dayOf, givenName, id, paged, paging } from "../call/fields.ts";
import { vendorContact } from "../leaks/vendor-links.ts";
import { noticeKinds } from "./notice-kinds.ts";
import { isTimeZone } from "./time-zone.ts";

const [MOST_STEPS, MOST_PEOPLE, MOST_WEEKS] = [8, 20, 52];
const LONGEST_HOURS = 720;
const LONGEST_OVERRIDE_MS = 92 * 86_400_000;
const PEOPLE = "Choose at least one person, or who is on call, or a vendor.";
const VENDOR = "A step is for people or for a vendor. Choose one of them.";

const step = z
  .strictObject({
    after_hours: z
      .number("Give a number of hours.")
      .int("Give whole hours.")
      .min(0, "Give 0 hours or more.")
      .max(LONGEST_HOURS, `Give at most ${LONGEST_HOURS} hours.`)
      .describe(
        "Hours since a leak case was opened; it is taken only while nobody has acknowledged the case. 0: at once.",
      ),
    user_ids: z
      .array(bodyId)
      .max(MOST_PEOPLE, `Choose at most ${MOST_PEOPLE} people.`)
      .refine(isUnique, "Name each person once.")
      .describe("Members of the organization who receive it."),
    on_call: z.boolean().describe("Whether whoever is on call then receives it, too."),
    vendor: vendorContact
      .optional()
      .describe(
        "Instead of people: the vendor to whom the case is then assigned, with a link that is mailed to them. In the last step alone.",
      ),
  })
  .refine(({ user_ids, on_call, vendor }) => on_call || user_ids.length > 0 || vendor !== undefined, {
    path: ["user_ids"],
    error: PEOPLE,
  })
  .refine(({ user_ids, on_call, vendor }) => vendor === undefined || (!on_call && user_ids.length === 0), {
    path: ["vendor"],
    error: VENDOR,
  });
export type RouteStep = z.output<typeof step>;

const version = z.number().int().min(0);
const expected = z
  .strictObject({ version: version.describe("The version as read before.") })
  .optional()
  .describe("Where it is another by now, nothing is changed. Left out: no check.");

const shape = {
  name: givenName
    .min(1, "Give the route a name.")
    .max(100, "The name has at most 100 characters.")
    .describe("Its name."),
  property_ids: z
    .array(bodyId)
    .min(1, "Choose at least one property, or all.")
    .max(1000, "Choose at most 1,000 properties, or all.")
    .nullable()
    .describe("Only of these properties; null: of all of the organization, also those to come."),
  kinds: z
    .array(z.enum(noticeKinds))
    .min(1, "Choose at least one kind.")
    .max(noticeKinds.length)
    .refine(isUnique, "Name each kind once.")
    .describe("What it sends."),
  least_dollars_per_day: z
    .number("Give an amount.")
    .min(0, "Give an amount of 0 or more.")
    .max(1_000_000, "Give an amount of at most 1,000,000.")
    .multipleOf(0.01, "Give the amount with at most two decimals.")
    .describe("Only of leaks that cost at least this a day, in the organization's currency."),
  ignores_quiet_hours: z.boolean().describe("Whether it is sent in the quiet hours of its recipients, too."),
  steps: z
    .array(step)
    .min(1, "Add at least one step.")
    .max(MOST_STEPS, `A route has at most ${MOST_STEPS} steps.`)
    .refine(
      (steps) => steps.every((one, index) => index === 0 || one.after_hours > (steps[index - 1]?.after_hours ?? 0)),
      "The hours must rise from step to step.",
    )
    .refine(
      (steps) => steps.slice(0, -1).every(({ vendor }) => vendor === undefined),
      "Only the last step can assign a leak to a vendor. Move the vendor to the last step.",
    )
    .describe(
      "To whom, by rising hours. Where nobody of a step may see the property any more, or receives mails, the next step is taken at once. What is not a new leak case is sent by the first step alone.",
    ),
};

type Shape = z.output<z.ZodObject<typeof shape>>;

function checkSteps({ kinds, steps }: Shape, context: z.RefinementCtx<Shape>): void {
  const hasOthers = kinds.some((kind) => kind !== "case opened");
  if (hasOthers && (steps[0]?.after_hours ?? 0) > 0) {
    context.addIssue({
      code: "custom",
      path: ["steps"],
      message: "Only new leak cases can wait. Begin at 0 hours, or choose new leak cases alone.",
    });
  }
  if (hasOthers && steps[0]?.vendor !== undefined) {
    context.addIssue({
      code: "custom",
      path: ["kinds"],
      message: "A vendor receives only new leak cases. Choose only new leak cases, or make the first step for people.",
    });
  }
  if (steps.length > 1 && !kinds.includes("case opened")) {
    context.addIssue({
      code: "custom",
      path: ["kinds"],
      message: "Later steps are for new leak cases. Choose these, too, or keep one step.",
    });
  }
}

const person = z.object({
  user_id: z.number().int().describe("Id of the person."),
  email: z.string().describe("E-mail address."),
  name: z.string().describe("Name; empty: not known."),
  may_see: z
    .boolean()
    .describe("Whether the person may see leaks of at least one of the properties now; else they receive nothing."),
});

const route = z.object({
  id: z.number().int().describe("Id of the route."),
  ...shape,
  property_ids: z
    .array(z.number().int())
    .nullable()
    .describe(
      "Only of these properties; null: of all of the organization, also those to come. Archived ones, and those that have moved to another organization, are left out.",
    ),
  people: z.array(person).describe("The people of its steps; who has left the organization is left out."),
  version: version.describe("Grows with each change."),
});
export type NotificationRoute = z.output<typeof route>;

const newRoute = z.strictObject(shape).superRefine(checkSteps);
export type NewRoute = z.output<typeof newRoute>;

const weeks = z.strictObject({
  user_ids: z
    .array(bodyId)
    .min(1, "Choose at least one person.")
    .max(MOST_WEEKS, `Choose at most ${MOST_WEEKS} people.`)
    .describe(
      "Members of the organization in the order in which they are on call, each for a week; then from the first on.",
    ),
  first_week_on: dayOf("first_week_on must be a day such as 2026-01-31.").describe(
    "Local day on which the first person's first week begins; all weeks begin on its day of the week.",
  ),
  starts_at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time of day such as 09:00.")
    .describe("Local time at which weeks begin, HH:MM."),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, "Give a time zone such as America/Chicago.")
    .describe("IANA name of the time zone of its day and time."),
});
export type OnCallWeeks = z.output<typeof weeks>;

const onCall = z.object({
  organization_id: z.number().int().describe("Id of the organization."),
  weeks: weeks.nullable().describe("Who is on call when; null: nobody is."),
  overrides: z
    .array(
      z.object({
        id: z.number().int().describe("Id of the override."),
        user_id: z.number().int().describe("Id of who is on call."),
        first_on: date.describe("First local day, from midnight on."),
        last_on: date.describe("Last local day, until midnight."),
      }),
    )
    .describe("Days on which somebody else is on call than whose week it is; those that are over are left out."),
  people: z
    .array(person)
    .describe("The people of the weeks and the overrides; who has left the organization is left out."),
  candidates: z
    .array(
      z.object({
        user_id: z.number().int().describe("Id of the person."),
        email: z.string().describe("E-mail address."),
        name: z.string().describe("Name; empty: not known."),
        property_ids: z
          .array(z.number().int())
          .nullable()
          .describe("Properties whose leaks the person may see; null: all of the organization."),
      }),
    )
    .describe("Members who may see leaks of at least one property: who can be on call, or in the steps of routes."),
  on_call: z
    .object({
      user_id: z.number().int().describe("Id of the person."),
      until: z.iso.datetime().describe("When the next person is on call."),
    })
    .nullable()
    .describe("Who is on call now; null: nobody is."),
  ahead: z
    .array(
      z.object({
        user_id: z.number().int().describe("Id of the person."),
        instead_of: z
          .number()
          .int()
          .nullable()
          .describe("Id of whose week it is, where somebody else is on call; else null."),
        from: z.iso.datetime().describe("When they begin."),
        until: z.iso.datetime().describe("When the next person is on call."),
      }),
    )
    .describe(
      "Who is on call this week and in the seven after it, in parts of a week where there are overrides; empty: nobody.",
    ),
  version: version.describe("Grows with each change; 0: it was never set."),
});
export type OnCall = z.output<typeof onCall>;

const override = z
  .strictObject({
    user_id: bodyId.describe("Who is on call: a member who may see leaks of the organization."),
    first_on: dayOf("first_on must be a day such as 2026-01-31.").describe(
      "First local day of the weeks' time zone, from midnight on.",
    ),
    last_on: dayOf("last_on must be a day such as 2026-01-31.").describe("Last local day, until midnight."),
  })
  .refine(({ first_on, last_on }) => first_on <= last_on, {
    path: ["last_on"],
    error: "The last day is before the first.",
  })
  .refine(({ first_on, last_on }) => Date.parse(last_on) - Date.parse(first_on) < LONGEST_OVERRIDE_MS, {
    path: ["last_on"],
    error: "An override lasts at most 92 days. Change the weeks for more.",
  });
export type NewOverride = z.output<typeof override>;

const ofOverride = z.strictObject({
  id: id.describe("Id of the organization."),
  override_id: id.describe("Id of the override."),
});

const ofOrganization = z.strictObject({ id: id.describe("Id of the organization.") });
const ofRoute = z.strictObject({
  id: id.describe("Id of the organization."),
  route_id: id.describe("Id of the route."),
});

export const routeCalls = {
  "GET /v1/admin/organizations/{id}/notification-routes": call({
    access: "admin",
    summary: "To whom an organization sends what happens, and to whom next where nobody acknowledges a leak case.",
    params: ofOrganization,
    query: z.strictObject(paging),
    response: paged(route),
  }),
  "POST /v1/admin/organizations/{id}/notification-routes": call({
    access: "admin",
    summary: "Adds a route. It sends what happens from then on.",
    params: ofOrganization,
    body: newRoute,
    response: route,
    status: 201,
  }),
  "PUT /v1/admin/organizations/{id}/notification-routes/{route_id}": call({
    access: "admin",
    summary: "Changes a route. Steps that are due later are taken as they are then.",
    params: ofRoute,
    body: z.strictObject({ ...shape, expected }).superRefine(checkSteps),
    response: route,
  }),
  "DELETE /v1/admin/organizations/{id}/notification-routes/{route_id}": call({
    access: "admin",
    summary: "Deletes a route. Messages that wait already are sent.",
    params: ofRoute,
    response: route,
  }),
  "GET /v1/admin/organizations/{id}/on-call": call({
    access: "admin",
    summary: "Who of an organization is on call, week by week.",
    params: ofOrganization,
    response: onCall,
  }),
  "PUT /v1/admin/organizations/{id}/on-call": call({
    access: "admin",
    summary: "Sets who of an organization is on call, week by week.",
    params: ofOrganization,
    body: z.strictObject({ weeks: weeks.nullable().describe("null: nobody is on call."), expected }),
    response: onCall,
  }),
  "POST /v1/admin/organizations/{id}/on-call/overrides": call({
    access: "admin",
    summary: "Puts somebody on call on some days in place of whose week it is.",
    params: ofOrganization,
    body: override,
    response: onCall,
    status: 201,
  }),
  "DELETE /v1/admin/organizations/{id}/on-call/overrides/{override_id}": call({
    access: "admin",
    summary: "Removes an override: it is the week's person again.",
    params: ofOverride,
    response: onCall,
  }),
};

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}
