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
  "price ended",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What messages are about: that, and the link of a vendor. */
export const messageKinds = [...noticeKinds, "vendor assigned"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** When a person's mails are sent: each at once, or all that is new in one list at 06:30 of the property's day. */
export const mailModes = ["at_once", "every_morning", "weekday_mornings", "off"] as const;
export type MailMode = (typeof mailModes)[number];

/** What is sent to a person's phone or browsers at once: nothing, what is urgent (a burst, or sent by a route), or all. */
export const channelUses = ["off", "urgent", "all"] as const;
export type ChannelUse = (typeof channelUses)[number];

/** What webhooks and chats can be sent. Names stay the same; new ones may come. */
export const eventTypes = [
  "leak_case.opened",
  "leak_case.doubled",
  "leak_case.overdue",
  "leak_case.fix_reported",
  "leak_case.verified",
  "leak_case.returned",
  "device.down",
  "data.gap",
  "readings.quarantined",
  "price.ended",
] as const;
export type EventType = (typeof eventTypes)[number];

/** The type of what people are notified of. */
export const eventTypeOf: Readonly<Record<NoticeKind, EventType>> = {
  "case opened": "leak_case.opened",
  "case doubled": "leak_case.doubled",
  "case overdue": "leak_case.overdue",
  "fix reported": "leak_case.fix_reported",
  "case verified": "leak_case.verified",
  "case returned": "leak_case.returned",
  "device outage": "device.down",
  "data gap": "data.gap",
  quarantine: "readings.quarantined",
  "price ended": "price.ended",
};
