import { t } from "@lingui/core/macro";
import { EVERYTHING } from "./audit-search.ts";

interface ActionLabel {
  /** What somebody did, after their name: "signed in". */
  text: string;
  /** What the list is narrowed to by it. */
  tone?: "rejected";
}

/** The text of each audit action, which follows the actor's name. */
const actionLabels: Readonly<Record<string, ActionLabel>> = {
  "session.start": { text: t`Signed in` },
  "session.end": { text: t`Signed out` },
  "session.fail": { text: t`Failed to sign in`, tone: "rejected" },
  rejected: { text: t`Had a change rejected`, tone: "rejected" },
  "password.change": { text: t`Changed a password` },
  "password.forget": { text: t`Asked for a new password` },
  "password.reset": { text: t`Chose a new password by a link` },
  "invitation.accept": { text: t`Accepted an invitation` },
  "second_factor.add": { text: t`Set up a second factor` },
  "second_factor.remove": { text: t`Removed a second factor` },
  "second_factor.recover": { text: t`Signed in with a recovery code` },
  "second_factor.recovery_codes": { text: t`Made new recovery codes` },
  "single_sign_on.link": { text: t`Connected an account to single sign-on` },
  "single_sign_on.remove": { text: t`Disconnected an account from single sign-on` },
  "first-admin.open": { text: t`Created the link for the first administrator` },
  "user.create": { text: t`Created a user` },
  "user.update": { text: t`Edited a user` },
  "user.delete": { text: t`Deleted a user` },
  "user.revoke": { text: t`Revoked a user's access` },
  "user.invite": { text: t`Invited a user again` },
  "mail.fail": { text: t`Dropped a mail because its link had expired` },
  "mail.retry": { text: t`Retried waiting mails` },
  "message.retry": { text: t`Sent a notification again` },
  "user.remove_credentials": { text: t`Removed the password of an account whose e-mail was not proven` },
  "user.add_membership": { text: t`Added a user to an organization` },
  "user.choose_organization": { text: t`Chose the organization to start in` },
  "preferences.change": { text: t`Changed own preferences` },
  "api-key.create": { text: t`Made an API key` },
  "api-key.revoke": { text: t`Revoked an API key` },
  "webhook.create": { text: t`Added a webhook` },
  "webhook.change": { text: t`Changed a webhook` },
  "webhook.rotate": { text: t`Made a new secret of a webhook` },
  "webhook.enable": { text: t`Switched a webhook on again` },
  "webhook.disable": { text: t`Switched a webhook off` },
  "webhook.delete": { text: t`Deleted a webhook` },
  "notification-route.create": { text: t`Added a notification route` },
  "notification-route.change": { text: t`Changed a notification route` },
  "notification-route.delete": { text: t`Deleted a notification route` },
  "report-subscription.create": { text: t`Added a report by mail` },
  "report-subscription.leave": { text: t`Stopped a report by mail for one recipient` },
  "report-subscription.end": { text: t`Stopped a report by mail` },
  "on-call.change": { text: t`Changed who is on call` },
  "on-call.override": { text: t`Put somebody on call for some days` },
  "on-call.end_override": { text: t`Removed an override of who is on call` },
  "letterhead.change": { text: t`Changed name or logo of the manager` },
  "phone.confirm": { text: t`Confirmed a phone number` },
  "phone.remove": { text: t`Removed a phone number` },
  "push.subscribe": { text: t`Let a browser show notifications` },
  "push.unsubscribe": { text: t`Removed a browser that showed notifications` },
  "gateway-token.create": { text: t`Made a gateway's token` },
  "gateway-token.revoke": { text: t`Revoked a gateway's token` },
  "organization.create": { text: t`Created an organization` },
  "organization.change": { text: t`Changed an organization` },
  "property.create": { text: t`Created a property` },
  "property.change": { text: t`Changed a property` },
  "property.archive": { text: t`Archived a property` },
  "property.restore": { text: t`Restored a property` },
  "property.assign": { text: t`Assigned a property` },
  "building.create": { text: t`Added a building` },
  "building.change": { text: t`Changed a building` },
  "building.remove": { text: t`Removed a building` },
  "unit.create": { text: t`Added a unit` },
  "unit.change": { text: t`Changed a unit` },
  "unit.remove": { text: t`Removed a unit` },
  "point.create": { text: t`Added a meter point` },
  "point.change": { text: t`Changed a meter point` },
  "point.remove": { text: t`Removed a meter point` },
  "meter.create": { text: t`Added a meter` },
  "meter.change": { text: t`Changed a meter` },
  "meter.place": { text: t`Put a meter at a point` },
  "meter.unplace": { text: t`Took a meter from its point` },
  "meter.remove": { text: t`Removed a meter` },
  "meter.continuous-use": { text: t`Set whether a meter is expected to run all the time` },
  "gateway.create": { text: t`Added a gateway` },
  "gateway.change": { text: t`Changed a gateway` },
  "gateway.remove": { text: t`Removed a gateway` },
  "gateway.uplink-mapping": { text: t`Changed how a gateway's messages are read` },
  "inventory.import": { text: t`Uploaded a list of units and meters` },
  "import.create": { text: t`Imported readings` },
  "import.interrupt": { text: t`Interrupted an import` },
  "repair.create": { text: t`Repaired readings` },
  "repair.undo": { text: t`Undid a repair of readings` },
  "leak-case.event": { text: t`Reported about a leak case` },
  "leak-case.undo": { text: t`Undid a report about a leak case` },
  "leak-repair.create": { text: t`Marked a leak as repaired` },
  "leak-repair.undo": { text: t`Removed a repair mark` },
  "occupancy.tell": { text: t`Said who lives where` },
  "unit-price.set": { text: t`Set the price of water of units` },
  "organization-price.set": { text: t`Set the default price of water` },
  "display-settings.change": { text: t`Changed the measure or the currency` },
  "alert.decide": { text: t`Dismissed or snoozed an alert` },
  "alert-floor.change": { text: t`Changed from which cost a leak raises an alert` },
  "case-clock.change": { text: t`Changed the deadlines for leak cases` },
  "leak-settings.change": { text: t`Changed the leak rules` },
  "metering-settings.change": { text: t`Changed the metering rules` },
  "retention.drop_hours": { text: t`Archived and dropped old hours` },
  "retention.drop_days": { text: t`Archived and dropped old days` },
};

/** The text of an action; one without a text is shown as recorded. */
export function actionLabel(action: string): string {
  return actionLabels[action]?.text ?? action;
}

/** Whether somebody wanted something and did not get it. */
export function isRejected(action: string): boolean {
  return actionLabels[action]?.tone === "rejected";
}

/** What the list can be narrowed to, by groups; a star stands for all actions that begin so. */
export const actionChoices: readonly { value: string; label: string; group: string }[] = [
  { value: EVERYTHING, label: t`Changes and sign-ins`, group: t`Signing in` },
  { value: "session.*", label: t`Sign-ins and sign-outs`, group: t`Signing in` },
  { value: "session.fail", label: t`Failed sign-ins`, group: t`Signing in` },
  { value: "password.*", label: t`Passwords`, group: t`Signing in` },
  { value: "second_factor.*", label: t`Second factors`, group: t`Signing in` },
  { value: "single_sign_on.*", label: t`Single sign-on`, group: t`Signing in` },
  { value: "rejected", label: t`Rejected changes`, group: t`Who may what` },
  { value: "user.*", label: t`Users`, group: t`Who may what` },
  { value: "api-key.*", label: t`API keys`, group: t`Who may what` },
  { value: "gateway-token.*", label: t`Gateway tokens`, group: t`Who may what` },
  { value: "organization.*", label: t`Organizations`, group: t`Places and devices` },
  { value: "property.*", label: t`Properties`, group: t`Places and devices` },
  { value: "building.*", label: t`Buildings`, group: t`Places and devices` },
  { value: "unit.*", label: t`Units`, group: t`Places and devices` },
  { value: "point.*", label: t`Meter points`, group: t`Places and devices` },
  { value: "meter.*", label: t`Meters`, group: t`Places and devices` },
  { value: "gateway.*", label: t`Gateways`, group: t`Places and devices` },
  { value: "inventory.*", label: t`Lists of units and meters`, group: t`Places and devices` },
  { value: "import.*", label: t`Imports of readings`, group: t`Readings and leaks` },
  { value: "repair.*", label: t`Repairs of readings`, group: t`Readings and leaks` },
  { value: "leak-case.*", label: t`Leak cases`, group: t`Readings and leaks` },
  { value: "leak-repair.*", label: t`Repaired leaks`, group: t`Readings and leaks` },
  { value: "occupancy.*", label: t`Occupancy`, group: t`Readings and leaks` },
  { value: "retention.*", label: t`Archived and dropped`, group: t`Readings and leaks` },
  { value: "unit-price.*", label: t`Price of water of units`, group: t`Rules and prices` },
  { value: "organization-price.*", label: t`Default prices`, group: t`Rules and prices` },
  { value: "leak-settings.*", label: t`Leak rules`, group: t`Rules and prices` },
  { value: "metering-settings.*", label: t`Metering rules`, group: t`Rules and prices` },
];

/** What the list is narrowed to, for its chip. */
export function actionFilterLabel(action: string): string {
  return actionChoices.find(({ value }) => value === action)?.label ?? actionLabel(action);
}
