/** What people may be notified of, in the order in which screens show it. */
export const noticeKinds = [
  "case opened",
  "case doubled",
  "case overdue",
  "fix reported",
  "case verified",
  "case returned",
  "device outage",
  "data gap",
  "quarantine",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** When a person's mails are sent: each at once, or all that is new in one list at 06:30 of the property's day. */
export const mailModes = ["at_once", "every_morning", "weekday_mornings", "off"] as const;
export type MailMode = (typeof mailModes)[number];
