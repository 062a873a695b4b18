import { EVERYTHING } from "./audit-search.ts";

interface Told {
  /** What somebody did, after their name: "signed in". */
  words: string;
  /** What the list is narrowed to by it. */
  tone?: "refused";
}

/** The text of each audit action, which follows the actor's name. */
const told: Readonly<Record<string, Told>> = {
  "session.start": { words: "Signed in" },
  "session.end": { words: "Signed out" },
  "session.fail": { words: "Failed to sign in", tone: "refused" },
  refused: { words: "Was refused a change", tone: "refused" },
  "password.change": { words: "Changed a password" },
  "password.forget": { words: "Asked for a new password" },
  "password.reset": { words: "Chose a new password by a link" },
  "invitation.accept": { words: "Accepted an invitation" },
  "second_factor.add": { words: "Set up a second factor" },
  "second_factor.remove": { words: "Removed a second factor" },
  "second_factor.recover": { words: "Signed in with a recovery code" },
  "second_factor.recovery_codes": { words: "Made new recovery codes" },
  "single_sign_on.link": { words: "Tied an account to single sign-on" },
  "single_sign_on.remove": { words: "Untied an account from single sign-on" },
  "first-admin.open": { words: "Opened the way for a first administrator" },
  "user.create": { words: "Created a user" },
  "user.update": { words: "Edited a user" },
  "user.delete": { words: "Deleted a user" },
  "user.revoke": { words: "Revoked a user's access" },
  "user.invite": { words: "Invited a user again" },
  "mail.fail": { words: "Gave up a mail because its link had expired" },
  "mail.retry": { words: "Had waiting mails tried again" },
  "user.remove_credentials": { words: "Removed the password of an account whose e-mail was not proven" },
  "user.add_membership": { words: "Let a user into an organization" },
  "user.choose_organization": { words: "Chose the organization to begin in" },
  "preferences.change": { words: "Changed own preferences" },
  "api-key.create": { words: "Made an API key" },
  "api-key.revoke": { words: "Revoked an API key" },
  "gateway-token.create": { words: "Made a gateway's token" },
  "gateway-token.revoke": { words: "Revoked a gateway's token" },
  "organization.create": { words: "Created an organization" },
  "organization.change": { words: "Changed an organization" },
  "property.create": { words: "Created a property" },
  "property.change": { words: "Changed a property" },
  "property.archive": { words: "Archived a property" },
  "property.restore": { words: "Restored a property" },
  "property.assign": { words: "Assigned a property" },
  "building.create": { words: "Added a building" },
  "building.change": { words: "Changed a building" },
  "building.remove": { words: "Removed a building" },
  "unit.create": { words: "Added a unit" },
  "unit.change": { words: "Changed a unit" },
  "unit.remove": { words: "Removed a unit" },
  "point.create": { words: "Added a meter point" },
  "point.change": { words: "Changed a meter point" },
  "point.remove": { words: "Removed a meter point" },
  "meter.create": { words: "Added a meter" },
  "meter.change": { words: "Changed a meter" },
  "meter.place": { words: "Put a meter at a point" },
  "meter.unplace": { words: "Took a meter from its point" },
  "meter.remove": { words: "Removed a meter" },
  "meter.continuous-use": { words: "Said whether a meter is expected to run always" },
  "gateway.create": { words: "Added a gateway" },
  "gateway.change": { words: "Changed a gateway" },
  "gateway.remove": { words: "Removed a gateway" },
  "gateway.uplink-mapping": { words: "Changed how a gateway's messages are read" },
  "inventory.import": { words: "Uploaded a list of units and meters" },
  "import.create": { words: "Imported readings" },
  "import.interrupt": { words: "Interrupted an import" },
  "repair.create": { words: "Repaired readings" },
  "repair.undo": { words: "Undid a repair of readings" },
  "leak-repair.create": { words: "Said that a leak is repaired" },
  "leak-repair.undo": { words: "Took back that a leak is repaired" },
  "occupancy.tell": { words: "Said who lives where" },
  "unit-price.set": { words: "Set the cost per gallon of units" },
  "organization-price.set": { words: "Set the default price of a gallon" },
  "leak-settings.change": { words: "Changed the leak rules" },
  "metering-settings.change": { words: "Changed the metering rules" },
  "retention.drop_hours": { words: "Archived and dropped old hours" },
  "retention.drop_days": { words: "Archived and dropped old days" },
};

/** The text of an action; one without a text is shown as recorded. */
export function actionWords(action: string): string {
  return told[action]?.words ?? action;
}

/** Whether somebody wanted something and did not get it. */
export function isRefused(action: string): boolean {
  return told[action]?.tone === "refused";
}

/** What the list can be narrowed to, by groups; a star stands for all actions that begin so. */
export const actionChoices: readonly { value: string; label: string; group: string }[] = [
  { value: EVERYTHING, label: "Changes and sign-ins", group: "Signing in" },
  { value: "session.*", label: "Sign-ins and sign-outs", group: "Signing in" },
  { value: "session.fail", label: "Failed sign-ins", group: "Signing in" },
  { value: "password.*", label: "Passwords", group: "Signing in" },
  { value: "second_factor.*", label: "Second factors", group: "Signing in" },
  { value: "single_sign_on.*", label: "Single sign-on", group: "Signing in" },
  { value: "refused", label: "Refused changes", group: "Who may what" },
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
export function choiceWords(action: string): string {
  return actionChoices.find(({ value }) => value === action)?.label ?? actionWords(action);
}
