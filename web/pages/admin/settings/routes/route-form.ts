import { t } from "@lingui/core/macro";
import { languages } from "../../../../../contract/display/languages.ts";
import type { NewRoute, NotificationRoute } from "../../../../../contract/notifications/routes.ts";
import type { FieldNames } from "../../../../app/form/newer-values.ts";
import type { Rules } from "../../../../app/form/use-entry.ts";
import { choiceOf } from "../../../../app/search-text.ts";
import { language } from "../../../../language/language.ts";
import { areDays, isAddress } from "../../../cases/report/vendor-rules.ts";
import { kindsIn } from "../../../notifications/settings-form.ts";
import { type SentField, sentForm, sentIn, sentNames, sentRules } from "../sending/what-is-sent.ts";

/** Bounds of the contract. */
export const MOST_STEPS = 8;
const [MOST_HOURS, MOST_PEOPLE, MOST_NAME] = [720, 20, 100];

/** Stands among the people of a step for whoever is on call. */
export const ON_CALL = "on call";

export type RouteField = "name" | SentField | "ignores_quiet_hours" | "steps";
export type RouteForm = Record<RouteField, string>;

/** A step as it is typed. */
export interface StepForm {
  hours: string;
  /** Ids of people, and `ON_CALL`. */
  people: string[];
  /** In place of people; null: it is for people. */
  vendor: VendorForm | null;
}

export interface VendorForm {
  name: string;
  email: string;
  days: string;
  language: string;
}

export const newVendor: VendorForm = { name: "", email: "", days: "7", language };
const firstStep: StepForm = { hours: "0", people: [], vendor: null };

export function formOf(route?: NotificationRoute): RouteForm {
  const sent =
    route === undefined
      ? { kinds: ["case opened" as const], propertyIds: null, leastCost: 0 }
      : { kinds: route.kinds, propertyIds: route.property_ids, leastCost: route.least_dollars_per_day };
  const steps = route?.steps.map(({ after_hours, user_ids, on_call, vendor }) => ({
    hours: String(after_hours),
    people: [...(on_call ? [ON_CALL] : []), ...user_ids.map(String)],
    vendor: vendor === undefined ? null : { ...vendor, days: String(vendor.days) },
  }));
  return {
    name: route?.name ?? "",
    ...sentForm(sent),
    ignores_quiet_hours: route?.ignores_quiet_hours ? "yes" : "no",
    steps: stepsText(steps ?? [firstStep]),
  };
}

/** Steps as the form keeps them: "0|on call,7;4|9", and with a vendor "8||Acme%20Plumbing|joe%40acme.example|7|en". */
export function stepsText(steps: readonly StepForm[]): string {
  return steps
    .map(({ hours, people, vendor }) => {
      const ofVendor = vendor === null ? [] : [vendor.name, vendor.email, vendor.days, vendor.language];
      return [
        hours.replaceAll(/[|;]/g, ""),
        people.join(","),
        ...ofVendor.map((part) => encodeURIComponent(part.toWellFormed())),
      ].join("|");
    })
    .join(";");
}

export function stepsIn(text: string): StepForm[] {
  return text.split(";").map((step) => {
    const [hours = "", people = "", ...ofVendor] = step.split("|");
    const [name, email = "", days = "", spoken = ""] = ofVendor.map(decodeURIComponent);
    return {
      hours,
      people: people === "" ? [] : people.split(","),
      vendor: name === undefined ? null : { name, email, days, language: spoken },
    };
  });
}

/** Only new leaks can wait for people, and go from step to step. */
export const hasNewLeaks = ({ kinds }: RouteForm) => kindsIn(kinds).includes("case opened");
export const canWait = (values: RouteForm) => hasNewLeaks(values) && kindsIn(values.kinds).length === 1;

/** Whether a step can be for a vendor: the last one, and of new leaks alone. */
export const mayBeVendors = (values: RouteForm, index: number) =>
  hasNewLeaks(values) && (index > 0 || canWait(values)) && index === stepsIn(values.steps).length - 1;

/** The steps that are in sight with what is chosen. */
export function shownSteps(values: RouteForm): StepForm[] {
  const [first = firstStep, ...later] = stepsIn(values.steps);
  const begin = canWait(values) ? first : { ...first, hours: "0", vendor: null };
  return hasNewLeaks(values) ? [begin, ...later] : [begin];
}

/** What is typed, as the call takes it. What is not in sight is not sent. */
export function routeIn(values: RouteForm): NewRoute {
  const { kinds, propertyIds, leastCost } = sentIn(values);
  return {
    name: values.name.trim(),
    kinds,
    property_ids: propertyIds,
    least_dollars_per_day: leastCost,
    ignores_quiet_hours: values.ignores_quiet_hours === "yes",
    steps: shownSteps(values).map(({ hours, people, vendor }) => ({
      after_hours: Number(hours.trim()),
      user_ids: vendor ? [] : people.filter((one) => one !== ON_CALL).map(Number),
      on_call: vendor === null && people.includes(ON_CALL),
      ...(vendor && {
        vendor: {
          name: vendor.name.trim(),
          email: vendor.email.trim(),
          days: Number(vendor.days.trim()),
          language: choiceOf(vendor.language, languages) ?? "en",
        },
      }),
    })),
  };
}

interface StepErrors {
  hours: string | null;
  people: string | null;
  vendor: Readonly<Partial<Record<keyof VendorForm, string>>>;
}

/** What is wrong with each step in sight. */
export function stepErrors(values: RouteForm): StepErrors[] {
  const steps = shownSteps(values);
  return steps.map(({ hours, people, vendor }, index) => ({
    hours: hoursError(hours, steps[index - 1]?.hours),
    vendor: vendor === null ? {} : vendorErrors(vendor),
    people: vendor
      ? null
      : people.length === 0
        ? t`Choose at least one person, or who is on call.`
        : people.length > MOST_PEOPLE
          ? t`Choose at most ${MOST_PEOPLE} people.`
          : null,
  }));
}

function vendorErrors({ name, email, days }: VendorForm): StepErrors["vendor"] {
  return {
    ...(name.trim() === "" && { name: t`Give the vendor's name.` }),
    ...(!isAddress(email) && { email: t`Give an e-mail address such as joe@example.com.` }),
    ...(!areDays(days) && { days: t`Give 1 to 30 days.` }),
  };
}

function hoursError(text: string, before: string | undefined): string | null {
  if (!/^\d{1,4}$/.test(text.trim())) return t`Give whole hours.`;
  const hours = Number(text.trim());
  if (hours > MOST_HOURS) return t`Give at most ${MOST_HOURS} hours.`;
  return before !== undefined && hours <= Number(before) ? t`Give more hours than in the step before.` : null;
}

export const routeRules: Rules<RouteForm> = {
  ...sentRules,
  name: (text) => {
    if (text.trim() === "") return t`Give the route a name.`;
    return text.trim().length > MOST_NAME ? t`The name has at most 100 characters.` : null;
  },
  steps: (_, values) => {
    const [wrong] = stepErrors(values).flatMap(({ hours, people, vendor }) => [
      ...[hours, people].filter((one) => one !== null),
      ...Object.values(vendor),
    ]);
    return wrong ?? null;
  },
};

/** The call's fields under the form's names. */
export const routeFieldOf: Readonly<Record<string, RouteField>> = { least_dollars_per_day: "least_cost" };

export const routeNames: FieldNames<RouteField> = {
  name: t`Name`,
  ...sentNames,
  ignores_quiet_hours: t`Also in quiet hours`,
  steps: t`Who is notified`,
};
