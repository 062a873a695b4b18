import type { MailMode, NoticeKind } from "./notice-kinds.ts";
import type { NotificationSettings } from "./settings.ts";

const mostPeopleWant: NoticeKind[] = [
  "case opened",
  "case doubled",
  "case overdue",
  "case returned",
  "device outage",
  "price ended",
];

/** Of somebody who has chosen nothing. @param mail off for staff, who see the properties of everybody */
export const defaultNotifications = (mail: MailMode): NotificationSettings => ({
  mail,
  sms: "off",
  push: "off",
  kinds: mostPeopleWant,
  property_ids: null,
  least_dollars_per_day: 0,
  quiet_hours: { from: "21:00", until: "06:30" },
  time_zone: null,
  burst_gallons_per_hour: 60,
});
