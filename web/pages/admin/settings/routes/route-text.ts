import { plural, t } from "@lingui/core/macro";
import type { NotificationRoute, OnCall, RouteStep } from "../../../../../contract/notifications/routes.ts";

type Person = NotificationRoute["people"][number];
export type Candidate = OnCall["candidates"][number];

/** How people call somebody. */
export const personName = ({ name, email }: Pick<Person, "name" | "email">) => name || email;

/** The same with the address, to be found by either. */
export const personChoice = ({ name, email }: Pick<Person, "name" | "email">) =>
  name === "" ? email : `${name}, ${email}`;

/** Whom a step assigns a leak to: "Acme Plumbing, a vendor (joe@example.com)". */
export const vendorName = ({ name, email }: { name: string; email: string }) => t`${name}, a vendor (${email})`;

/** When a step is taken: "At once", "After 4 hours". */
export function whenTaken(hours: number): string {
  return hours === 0 ? t`At once` : t`After ${plural(hours, { one: "# hour", other: "# hours" })}`;
}

/** Whom a step reaches, each with what keeps them from it. */
export function audienceOf(
  { user_ids, on_call, vendor }: RouteStep,
  people: readonly Person[],
): { name: string; isBarred: boolean }[] {
  const members = user_ids.map((id) => {
    const person = people.find(({ user_id }) => user_id === id);
    if (person === undefined) return { name: t`Somebody who has left`, isBarred: true };
    const name = personName(person);
    return person.may_see ? { name, isBarred: false } : { name: t`${name} (may not see these leaks)`, isBarred: true };
  });
  if (vendor !== undefined) return [{ name: vendorName(vendor), isBarred: false }];
  return [...(on_call ? [{ name: t`The person on call`, isBarred: false }] : []), ...members];
}

/** "At once: Ann Lee. After 4 hours: Bob" */
export function stepsSentence({ steps, people }: Pick<NotificationRoute, "steps" | "people">): string {
  return steps
    .map((step) => {
      const names = audienceOf(step, people).map(({ name }) => name);
      return `${whenTaken(step.after_hours)}: ${names.join(", ")}`;
    })
    .join(". ");
}

/** Whether somebody may see a leak of these properties. @param propertyIds null, or none chosen yet: any */
export function maySee({ property_ids: own }: Candidate, propertyIds: readonly number[] | null): boolean {
  if (own === null || propertyIds === null || propertyIds.length === 0) return true;
  return propertyIds.some((id) => own.includes(id));
}
