import { t } from "@lingui/core/macro";
import type { OnCall, OnCallWeeks } from "../../../../../contract/notifications/routes.ts";
import type { FieldNames } from "../../../../app/form/newer-values.ts";
import type { Rules } from "../../../../app/form/use-entry.ts";
import { dayOf } from "../../../../app/search-text.ts";
import { idsIn, listed } from "../../../notifications/settings-form.ts";

const MOST_WEEKS = 52;
const DAY_MS = 86_400_000;

export type OnCallField = "people" | "first_week_on" | "starts_at" | "time_zone";
/** What is typed; people are ids in their order, with commas between. */
export type OnCallForm = Record<OnCallField, string>;

/** @param today yyyy-MM-dd, and the browser's time zone, for weeks that nobody has set yet */
export function onCallForm({ weeks }: Pick<OnCall, "weeks">, today: string, zone: string): OnCallForm {
  return {
    people: listed(weeks?.user_ids ?? []),
    first_week_on: weeks?.first_week_on ?? mondayOf(today),
    starts_at: weeks?.starts_at ?? "09:00",
    time_zone: weeks?.time_zone ?? zone,
  };
}

/** As the call takes it; null: nobody is on call. */
export function weeksIn({ people, ...rest }: OnCallForm): OnCallWeeks | null {
  return people === "" ? null : { user_ids: idsIn(people), ...rest };
}

const hasPeople = ({ people }: OnCallForm) => people !== "";

/** What is wrong as typed; where nobody is on call, nothing is. */
export const onCallRules: Rules<OnCallForm> = {
  people: (people) => (idsIn(people).length > MOST_WEEKS ? t`Choose at most ${MOST_WEEKS} people.` : null),
  first_week_on: (day, values) => (hasPeople(values) && dayOf(day) === undefined ? t`Choose a day.` : null),
  starts_at: (time, values) =>
    hasPeople(values) && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? t`Give a time of day.` : null,
};

/** The call's fields under the form's names. */
export const onCallFieldOf: Readonly<Record<string, OnCallField>> = {
  weeks: "people",
  "weeks.user_ids": "people",
  "weeks.first_week_on": "first_week_on",
  "weeks.starts_at": "starts_at",
  "weeks.time_zone": "time_zone",
};

export const onCallNames: FieldNames<OnCallField> = {
  people: t`Who takes turns`,
  first_week_on: t`First day`,
  starts_at: t`Weeks begin at`,
  time_zone: t`Time zone`,
};

/** The day so many weeks later. @param day yyyy-MM-dd */
export function weeksLater(day: string, weeks: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + weeks * 7 * DAY_MS).toISOString().slice(0, 10);
}

function mondayOf(day: string): string {
  const start = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(start).getUTCDay() + 6) % 7;
  return new Date(start - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
