import { sql } from "kysely";
import { z } from "zod";
import { defaultNotifications } from "../../contract/notifications/default-notifications.ts";
import type { ChannelUse, NoticeKind } from "../../contract/notifications/notice-kinds.ts";
import { type NotificationSettings, notificationSettings } from "../../contract/notifications/settings.ts";
import { numbers, queryRows } from "../database/query-rows.ts";
import { vapidKeys } from "../outgoing/web-push.ts";
import type { DeliveryDeps } from "./messages/due-message.ts";

const PersonRow = z.object({
  id: z.int(),
  email: z.string(),
  is_staff: z.boolean(),
  settings: z.unknown(),
  has_phone: z.boolean(),
  browsers: numbers,
});

/** What decides which ways lead to people. */
export type ReachDeps = Pick<DeliveryDeps, "connections" | "secret" | "baseUrl" | "sms">;

/** Somebody who may see a property, with what they are notified of. */
export interface Recipient {
  userId: number;
  email: string;
  settings: NotificationSettings;
  /** Whether a phone number is confirmed, and there is a provider of text messages. */
  hasPhone: boolean;
  /** Browsers that show notifications of the server's present key. */
  browserIds: readonly number[];
}

/** A way by which a person receives messages. */
export interface Way {
  channel: "mail" | "sms" | "push";
  use: ChannelUse;
  /** Of push messages. */
  browserId: number | null;
}

/** The ways by which a person receives anything; none: they have ended all. */
export function waysTo({ settings, hasPhone, browserIds }: Recipient): Way[] {
  const { mail, sms, push } = settings;
  const ways: Way[] = [
    { channel: "mail", use: mail === "off" ? "off" : "all", browserId: null },
    { channel: "sms", use: hasPhone ? sms : "off", browserId: null },
    ...browserIds.map((browserId): Way => ({ channel: "push", use: push, browserId })),
  ];
  return ways.filter(({ use }) => use !== "off");
}

/** SQL: whether `person`, a row of users, may see leaks and devices of `property`, a row of properties. */
export const maySee = sql`(property.archived_at is null and case person.staff_role
  when 'IONAdmin' then true
  when 'ION staff' then 'reporting.view_property_data_report' = any(person.staff_permissions) and exists (
    select from staff_organizations assigned
    where assigned.user_id = person.id and assigned.organization_id = property.organization_id)
  else exists (
    select from memberships member
    where member.user_id = person.id and member.organization_id = property.organization_id
      and 'reporting.view_property_data_report' = any(member.permissions)
      and (member.role = 'organization admin' or exists (
        select from membership_properties assigned
        where assigned.user_id = person.id and assigned.organization_id = member.organization_id
          and assigned.property_id = property.id))) end)`;

/** SQL: whether `person`, a row of users, has the role of an admin in an organization. */
export const isAdminOf = (organizationId: number | null) => sql`exists (
  select from memberships member
  where member.user_id = person.id and member.organization_id = ${organizationId} and member.role = 'organization admin')`;

/** The people who may see leaks and devices of a property. Staff are notified of nothing unless they chose to be. */
export async function recipientsOf(
  { connections: { accounts }, secret, baseUrl, sms }: ReachDeps,
  propertyId: number,
): Promise<Recipient[]> {
  const { publicKey } = vapidKeys(secret, baseUrl);
  const found = await queryRows(accounts, PersonRow)`
    select person.id, person.email, person.staff_role is not null as is_staff,
      person.preferences -> 'notifications' as settings,
      ${sms !== null}::boolean and exists (select from phones where phones.user_id = person.id) as has_phone,
      (select coalesce(jsonb_agg(browser.id order by browser.id), '[]') from push_subscriptions browser
        where browser.user_id = person.id and browser.server_key = ${publicKey}) as browsers
    from users person join properties property on property.id = ${propertyId}
    where person.deleted_at is null and (person.staff_role is null or person.preferences ? 'notifications') and ${maySee}
    order by person.id`;
  return found.map(({ id, email, is_staff, settings, has_phone, browsers }) => ({
    userId: id,
    email,
    settings: settingsOf(settings, is_staff),
    hasPhone: has_phone,
    browserIds: browsers,
  }));
}

/** Whether a person chose to be notified of what is of this kind, at this property. */
export function isChosen({ kinds, property_ids }: NotificationSettings, kind: NoticeKind, propertyId: number): boolean {
  return kinds.includes(kind) && (property_ids === null || property_ids.includes(propertyId));
}

/** Stored settings; defaults where there are none. */
export function settingsOf(stored: unknown, isStaff: boolean): NotificationSettings {
  return notificationSettings.safeParse(stored).data ?? defaultNotifications(isStaff ? "off" : "weekday_mornings");
}
