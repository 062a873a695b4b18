import type { Mutation } from "./mutation.ts";

const settings = "Settings of an organization: ";
const record = "Audit log and alerts: ";
const users = "§2, §4-§6, §8 User Management: ";
const organizations = "§2 Organizations: ";
const properties = "§2 Properties (admin): ";
const profile = "§2, §4-§6 Profile and signing in: ";

const admin = "web/pages/admin";
const account = "web/pages/account";

/** Of the rows about settings, users, organizations, properties, one's own account and the ways in. */
export const adminMutations: readonly Mutation[] = [
  // Settings
  {
    row: `${settings}Before saving, the`,
    file: `${admin}/settings/rules/RulesForm.tsx`,
    from: '<Button type="submit" disabled={changed.length === 0} ',
    to: '<Button type="submit" ',
  },
  {
    row: `${settings}Changes of different`,
    file: `${admin}/settings/rules/rule-groups.ts`,
    from: "value: own.has(rule.name) ? Number(typed[rule.name]) : rule.value }",
    to: "value: Number(typed[rule.name]) }",
    by: "what somebody else changed",
  },
  {
    row: `${settings}Of two concurrent`,
    file: "server/rule-settings/change-settings.ts",
    from: '  rejectUnexpected("set of numbers", input.expected, Object.fromEntries(found));\n',
    to: "",
    by: "the second of two concurrent changes of",
  },
  {
    row: `${settings}Leaving the page`,
    file: `${admin}/settings/rules/RulesForm.tsx`,
    from: 'isUnsaved && next.pathname !== "/login"',
    to: 'isUnsaved && next.pathname === "/login"',
  },
  {
    row: `${settings}API keys: name and scope`,
    file: `${admin}/settings/keys/AddKey.tsx`,
    from: '      <CopyBlock text={made.key} label="key" />\n',
    to: "",
  },
  {
    row: `${settings}IONAdmins choose the organization`,
    file: `${admin}/settings/SettingsPage.tsx`,
    from: 'if (me.role === "IONAdmin") return <OfAnyOrganization />;',
    to: "if (me.id > 0) return <OfAnyOrganization />;",
  },
  {
    row: `${settings}An organization's preset`,
    file: "server/rule-settings/change-settings.ts",
    from: "input.preset ?? before.preset, input.settings",
    to: 'input.preset ?? "balanced", input.settings',
    by: "an organization's preset changes the numbers",
  },
  {
    row: `${settings}A property can have`,
    file: "server/metering/inventory/organization-settings.ts",
    from: "const preset = row.own_preset ?? row.leak_preset",
    to: "const preset = row.leak_preset",
    by: "a property's own settings count",
  },
  {
    row: `${settings}The back-test of other`,
    file: "server/metering/replay/replay-cases.ts",
    from: "if (suspected) continue;",
    to: "",
    by: "foresees exactly which cases",
  },
  {
    row: `${settings}Settings › Leak Rules shows`,
    file: `${admin}/settings/presets/PresetCards.tsx`,
    from: "{value === today && <span className={classes.today}>",
    to: "{value !== today && <span className={classes.today}>",
  },
  {
    row: `${settings}A preview of several`,
    file: `${admin}/settings/presets/use-back-test.ts`,
    from: 'signal.aborted ? { state: "cancelled" }',
    to: 'signal.aborted ? { state: "done" }',
  },
  // Audit log and alerts
  {
    row: `${record}An organization's administrator reads`,
    file: "server/audit/audit-log.ts",
    from: 'return scope.role === "IONAdmin";',
    to: "return true;",
  },
  {
    row: `${record}A bell on every screen`,
    file: "web/app/shell/SignedInShell.tsx",
    from: "aria-label={count === 0 ? t`Alerts`",
    to: "aria-label={count >= 0 ? t`Alerts`",
  },
  // Users
  {
    row: `${users}Popover filters organization`,
    file: `${admin}/users/queries/users-search.ts`,
    from: "role: idsOf(raw.role),",
    to: "role: undefined,",
    by: "reads the user list's filters from the",
  },
  {
    row: `${users}Create User, Edit User`,
    file: `${admin}/users/form/UserFields.tsx`,
    from: "<Trans>User Information</Trans>",
    to: "<Trans>Person</Trans>",
  },
  {
    row: `${users}Success screen`,
    file: `${admin}/users/dialogs/CreateUser.tsx`,
    from: "user.invitation_link === null ? (",
    to: "user.email !== null ? (",
  },
  {
    row: `${users}Error screen`,
    file: `${admin}/users/dialogs/CreateUser.tsx`,
    from: 'error.code === "email_taken"',
    to: 'error.code === "never"',
  },
  {
    row: `${users}Editing closes the dialog`,
    file: `${admin}/users/dialogs/EditUser.tsx`,
    from: "title: t`Error Updating User!`",
    to: "title: t`Error`",
    by: "of two admins who edit",
  },
  {
    row: `${users}Staff roles: several organizations`,
    file: `${admin}/users/form/OrganizationFields.tsx`,
    from: "if (isStaff(values.role)) {",
    to: 'if (values.role === "none") {',
  },
  {
    row: `${users}Organization admins skip the organization picker`,
    file: `${admin}/users/form/AccessFields.tsx`,
    from: "if (only !== undefined && others.length === 0) {",
    to: "if (only !== undefined && others.length < 0) {",
  },
  {
    row: `${users}Portfolio Insights and Property Insights`,
    file: "web/app/role-names.ts",
    from: '"reporting.view_asset_data_report": t`Portfolio Insights`,',
    to: '"reporting.view_asset_data_report": t`Asset data`,',
  },
  {
    row: `${users}Delete for staff, Revoke access`,
    file: `${admin}/users/dialogs/RemoveUser.tsx`,
    from: "</b> This action cannot be undone.",
    to: "</b>",
    by: "staff create, find, edit and delete a",
  },
  {
    row: `${users}An existing account is added to`,
    file: `${admin}/users/dialogs/ExistingAccount.tsx`,
    from: "!user.is_staff && added.length > 0",
    to: "user.is_staff && added.length > 0",
  },
  {
    row: `${users}Several organizations in Create User`,
    file: "server/accounts/users/check-change.ts",
    from: "[...fields, ...ofOne]",
    to: "[...fields]",
    by: "saves nothing when one organization's part is",
  },
  {
    row: `${users}One mail invites a new user`,
    file: "server/accounts/mails/account-links.ts",
    from: "if (mailed.rows.length === 0) return false;",
    to: "if (mailed.rows.length >= 0) return false;",
    by: "keeps a mailed invitation when an organization",
  },
  {
    row: `${users}Of two concurrent`,
    file: `${admin}/users/form/merge-newer.ts`,
    from: "theirs.filter((field) => !isOther(field, base, typed))",
    to: "theirs.filter((field) => isOther(field, base, newer))",
    by: "merges a newer version: takes over untouched",
  },
  {
    row: `${users}Hostile names are`,
    file: `${admin}/users/list/user-columns.tsx`,
    from: "            {ownName(row) || (\n",
    to: '            {ownName(row) && <i dangerouslySetInnerHTML={{ __html: ownName(row) }} />}\n            {ownName(row) !== "" || (\n',
  },
  // Organizations and properties
  {
    row: `${organizations}/admin/organizations and /admin/properties`,
    file: `${admin}/organizations/route.ts`,
    from: 'requireAccess(context.me, "ion-admin")',
    to: 'requireAccess(context.me, "admin")',
  },
  {
    row: `${organizations}Organization Name, Properties, Units`,
    file: `${admin}/organizations/OrganizationsPage.tsx`,
    from: "{row.is_default && (",
    to: "{!row.is_default && (",
  },
  {
    row: `${organizations}Organizations are added, renamed`,
    file: "server/inventory/save-organization.ts",
    from: 'if (taken.rows.length > 0) throw wrongField("name", text`Another organization',
    to: 'if (taken.rows.length > 99) throw wrongField("name", text`Another organization',
  },
  {
    row: `${organizations}Names that contain`,
    file: `${admin}/organizations/OrganizationsPage.tsx`,
    from: "<strong>{row.name}</strong>",
    to: "<strong dangerouslySetInnerHTML={{ __html: row.name }} />",
  },
  {
    row: `${properties}Select checkbox, Property Name`,
    file: `${admin}/properties/property-columns.tsx`,
    from: '    numberColumn("buildings_count", t`Buildings`, { width: 110, sortable: "buildings_count", card: "main" }),\n',
    to: "",
    by: "a property is archived",
  },
  {
    row: `${properties}Archiving explains its`,
    file: `${admin}/properties/confirmations.tsx`,
    from: "is hidden and left out of",
    to: "is archived and left out of",
  },
  // The own account, and the ways in
  {
    row: `${profile}Access levels: property, portfolio, admin`,
    file: "web/app/access.ts",
    from: 'return admin || me.role === "organization admin";',
    to: "return admin;",
  },
  {
    row: `${profile}"Passwords do not match.`,
    file: `${account}/new-password/password-rules.ts`,
    from: 'password !== "" && confirmation !== "" && password !== confirmation',
    to: 'password !== "" && password !== confirmation',
    by: "differs from its confirmation",
  },
  {
    row: `${profile}business_title at most 80`,
    file: `${account}/profile/details/details-rules.ts`,
    from: "return typed.trim().length > MOST_TITLE ?",
    to: "return typed.trim().length > 2 * MOST_TITLE ?",
  },
  {
    row: `${profile}first_name and last_name optional`,
    file: `${account}/profile/details/details-rules.ts`,
    from: "return typed.trim().length > MOST_NAME ?",
    to: 'return typed === "" || typed.trim().length > MOST_NAME ?',
  },
  {
    row: `${profile}The organization that opens at the next sign-in`,
    file: `${account}/profile/seen/SeenPanel.tsx`,
    from: '      await call("PUT /v1/me/organization", {});\n',
    to: "",
  },
  {
    row: `${profile}Sessions: this one marked`,
    file: `${account}/profile/sessions/device-name.ts`,
    from: "/\\biPhone\\b|\\bMobile\\b/",
    to: "/\\biPhone\\b/",
    by: "is a phone",
  },
  {
    row: `${profile}Second factor: set up`,
    file: `${account}/profile/second-factor/SecondFactorPanel.tsx`,
    from: "          disabled={required}\n",
    to: "",
    by: "cannot be removed where staff need one",
  },
  {
    row: `${profile}Light and dark`,
    file: `${account}/profile/colours/ColoursPanel.tsx`,
    from: "onChoose={setColorScheme}",
    to: "onChoose={() => undefined}",
  },
  {
    row: `${profile}A forgotten password`,
    file: `${account}/invitation/InvitationPage.tsx`,
    from: "{token === null ? (",
    to: '{token === "" ? (',
    by: "shows password errors under the field, and",
  },
  {
    row: `${profile}Single sign-on, and`,
    file: `${account}/login/LoginPage.tsx`,
    from: "{ body: { return_to } }",
    to: "{ body: {} }",
  },
  {
    row: `${profile}The first administrator`,
    file: `${account}/first-admin/FirstAdminPage.tsx`,
    from: "if (!state.data.open) {",
    to: "if (state.data.open === null) {",
  },
];
