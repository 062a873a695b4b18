import { EVERYTHING } from "./audit-search.ts";

interface ActionLabel {
  /** What somebody did, after their name: "signed in". */
  text: string;
  /** What the list is narrowed to by it. */
  tone?: "rejected";
}

/** The text of each audit action, which follows the actor's name. */
const actionLabels: Readonly<Record<string, ActionLabel>> = {
  "session.start": { text: "Signed in" },
  "session.end": { text: "Signed out" },
  "session.fail": { text: "Failed to sign in", tone: "rejected" },
  rejected: { text: "Had a change rejected", tone: "rejected" },
  "password.change": { text: "Changed a password" },
  "password.forget": { text: "Asked for a new password" },
  "password.reset": { text: "Chose a new password by a link" },
  "invitation.accept": { text: "Accepted an invitation" },
  "second_factor.add": { text: "Set up a second factor" },
  "second_factor.remove": { text: "Removed a second factor" },
  "second_factor.recover": { text: "Signed in with a recovery code" },
  "second_factor.recovery_codes": { text: "Made new recovery codes" },
  "single_sign_on.link": { text: "Tied an account to single sign-on" },
  "single_sign_on.remove": { text: "Untied an account from single sign-on" },
  "first-admin.open": { text: "Opened the way for a first administrator" },
  "user.create": { text: "Created a user" },
  "user.update": { text: "Edited a user" },
  "user.delete": { text: "Deleted a user" },
  "user.revoke": { text: "Revoked a user's access" },
  "user.invite": { text: "Invited a user again" },
  "mail.fail": { text: "Gave up a mail because its link had expired" },
  "mail.retry": { text: "Had waiting mails tried again" },
  "user.remove_credentials": { text: "Removed the password of an account whose e-mail was not proven" },
  "user.add_membership": { text: "Let a user into an organization" },
  "user.choose_organization": { text: "Chose the organization to begin in" },
  "preferences.change": { text: "Changed own preferences" },
  "api-key.create": { text: "Made an API key" },
  "api-key.revoke": { text: "Revoked an API key" },
  "gateway-token.create": { text: "Made a gateway's token" },
  "gateway-token.revoke": { text: "Revoked a gateway's token" },
  "organization.create": { text: "Created an organization" },
  "organization.change": { text: "Changed an organization" },
  "property.create": { text: "Created a property" },
  "property.change": { text: "Changed a property" },
  "property.archive": { text: "Archived a property" },
  "property.restore": { text: "Restored a property" },
  "property.assign": { text: "Assigned a property" },
  "building.create": { text: "Added a building" },
  "building.change": { text: "Changed a building" },
  "building.remove": { text: "Removed a building" },
  "unit.create": { text: "Added a unit" },
  "unit.change": { text: "Changed a unit" },
  "unit.remove": { text: "Removed a unit" },
  "point.create": { text: "Added a meter point" },
  "point.change": { text: "Changed a meter point" },
  "point.remove": { text: "Removed a meter point" },
  "meter.create": { text: "Added a meter" },
  "meter.change": { text: "Changed a meter" },
  "meter.place": { text: "Put a meter at a point" },
  "meter.unplace": { text: "Took a meter from its point" },
  "meter.remove": { text: "Removed a meter" },
  "meter.continuous-use": { text: "Said whether a meter is expected to run always" },
  "gateway.create": { text: "Added a gateway" },
  "gateway.change": { text: "Changed a gateway" },
  "gateway.remove": { text: "Removed a gateway" },
  "gateway.uplink-mapping": { text: "Changed how a gateway's messages are read" },
  "inventory.import": { text: "Uploaded a list of units and meters" },
  "import.create": { text: "Imported readings" },
  "import.interrupt": { text: "Interrupted an import" },
  "repair.create": { text: "Repaired readings" },
  "repair.undo": { text: "Undid a repair of readings" },
  "leak-repair.create": { text: "Marked a leak as repaired" },
  "leak-repair.undo": { text: "Removed a repair mark" },
  "occupancy.tell": { text: "Said who lives where" },
  "unit-price.set": { text: "Set the cost per gallon of units" },
  "organization-price.set": { text: "Set the default price of a gallon" },
  "leak-settings.change": { text: "Changed the leak rules" },
  "metering-settings.change": { text: "Changed the metering rules" },
  "retention.drop_hours": { text: "Archived and dropped old hours" },
  "retention.drop_days": { text: "Archived and dropped old days" },
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
  { value: EVERYTHING, label: "Changes and sign-ins", group: "Signing in" },
  { value: "session.*", label: "Sign-ins and sign-outs", group: "Signing in" },
  { value: "session.fail", label: "Failed sign-ins", group: "Signing in" },
  { value: "password.*", label: "Passwords", group: "Signing in" },
  { value: "second_factor.*", label: "Second factors", group: "Signing in" },
  { value: "single_sign_on.*", label: "Single sign-on", group: "Signing in" },
  { value: "rejected", label: "Rejected changes", group: "Who may what" },
  { value: "user.*", label: "Users", group: "Who may what" },
  { value: "api-key.*", label: "API keys", group: "Who may what" },
  { value: "gateway-token.*", label: "Gateway tokens", group: "Who may what" },
  { value: "organization.*", label: "Organizations", group: "Places and devices" },
  { value: "property.*", label: "Properties", group: "Places and devices" },
  { value: "building.*", label: "Buildings", group: "Places and devices" },
  { value: "unit.*", label: "Units", group: "Places and devices" },
  { value: "point.*", label: "Meter points", group: "Places and devices" },
  { value: "meter.*", label: "Meters", group: "Places and devices" },
  { value: "gateway.*", label: "Gateways", group: "Places and devices" },
  { value: "inventory.*", label: "Lists of units and meters", group: "Places and devices" },
  { value: "import.*", label: "Imports of readings", group: "Readings and leaks" },
  { value: "repair.*", label: "Repairs of readings", group: "Readings and leaks" },
  { value: "leak-repair.*", label: "Repaired leaks", group: "Readings and leaks" },
  { value: "occupancy.*", label: "Occupancy", group: "Readings and leaks" },
  { value: "retention.*", label: "Archived and dropped", group: "Readings and leaks" },
  { value: "unit-price.*", label: "Cost per gallon of units", group: "Rules and prices" },
  { value: "organization-price.*", label: "Default prices", group: "Rules and prices" },
  { value: "leak-settings.*", label: "Leak rules", group: "Rules and prices" },
  { value: "metering-settings.*", label: "Metering rules", group: "Rules and prices" },
];

/** What the list is narrowed to, for its chip. */
export function actionFilterLabel(action: string): string {
  return actionChoices.find(({ value }) => value === action)?.label ?? actionLabel(action);
}
