/** Which check of `npm run verify` runs a test file that `npm test` leaves out. */
type VerifyCheck = "long-tests" | "K";

/** A test file that `npm test` leaves out. */
export interface LongTest {
  /** Why it is left out. */
  why: string;
  /** Who runs it instead. */
  check: VerifyCheck;
}

const everyCombination = "every combination; e2e/screens.test.ts tests a sample on each screen";
const thorough = "one component in detail; the tests of its screen cover the basics";
const elsewhere = "end-to-end versions of what server tests cover";
const broker = "needs Mosquitto, a package of the system";

/**
 * The test files that `npm test` leaves out and `npm run verify` runs, so that `npm test` ends within 15 minutes on two
 * cores and installs nothing but Chromium. Without `npm test` in front, Vitest runs them like any other.
 */
export const longTests: Readonly<Record<string, LongTest>> = {
  "e2e/faults.test.ts": { why: everyCombination, check: "K" },
  "e2e/accessibility.test.ts": { why: everyCombination, check: "K" },
  "e2e/access-matrix.test.ts": { why: "19 actors on every route", check: "long-tests" },
  "e2e/translated.test.ts": { why: "every screen and dialog in another language", check: "long-tests" },
  "e2e/spanish.test.ts": { why: "axe's rules on every screen and dialog in Spanish", check: "long-tests" },
  "e2e/admin-data-dialogs.test.ts": {
    why: "axe's rules and three widths in each step of the dialogs of readings",
    check: "long-tests",
  },
  "e2e/hostile-names.test.ts": { why: "40 hostile names in every field on every screen", check: "long-tests" },
  "e2e/keyboard-admin.test.ts": { why: "all of administration by keyboard alone", check: "long-tests" },
  "e2e/keyboard-portfolio.test.ts": { why: "all of the portfolio by keyboard alone", check: "long-tests" },
  "e2e/default-rate.test.ts": { why: "every screen with dollars, without a price", check: "long-tests" },
  "e2e/print.test.ts": { why: "prints whole screens as PDF and reads every page", check: "long-tests" },
  "e2e/workbooks.test.ts": { why: "workbooks through dialogs whose rules server tests try", check: "long-tests" },
  "e2e/real-homes.test.ts": { why: "imports two years of 26 homes, where the file is there", check: "long-tests" },
  "e2e/states.test.ts": { why: "loading, empty and stale states in detail", check: "long-tests" },
  "e2e/failures.test.ts": { why: "failed calls, expired sessions and late responses in detail", check: "long-tests" },
  "e2e/keyboard.test.ts": { why: "whole screens by keyboard alone", check: "long-tests" },
  "e2e/property-tabs.test.ts": { why: "axe's rules and three widths for each tab of a property", check: "long-tests" },
  "e2e/phone.test.ts": { why: thorough, check: "long-tests" },
  "e2e/periods.test.ts": { why: thorough, check: "long-tests" },
  "e2e/maps.test.ts": { why: thorough, check: "long-tests" },
  "e2e/columns.test.ts": { why: thorough, check: "long-tests" },
  "e2e/filters.test.ts": { why: thorough, check: "long-tests" },
  "e2e/table-and-url.test.ts": { why: thorough, check: "long-tests" },
  "e2e/jump.test.ts": { why: thorough, check: "long-tests" },
  "e2e/measures.test.ts": { why: thorough, check: "long-tests" },
  "e2e/files.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/notifications.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/report-dialogs.test.ts": { why: thorough, check: "long-tests" },
  "e2e/custom-cost.test.ts": { why: thorough, check: "long-tests" },
  "e2e/history.test.ts": { why: thorough, check: "long-tests" },
  "e2e/finance.test.ts": { why: thorough, check: "long-tests" },
  "e2e/cockpit.test.ts": { why: thorough, check: "long-tests" },
  "e2e/properties.test.ts": { why: thorough, check: "long-tests" },
  "e2e/case-deadlines.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/my-cases.test.ts": { why: "a phone without a network, in detail", check: "long-tests" },
  "e2e/portfolio-devices.test.ts": { why: thorough, check: "long-tests" },
  "e2e/user-drafts.test.ts": { why: thorough, check: "long-tests" },
  "e2e/webhooks.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/notification-routes.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/text-messages-and-push.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/admin-data-corrections.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/admin-places.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/admin-users.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/reports-by-mail.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/admin-inventory.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/admin-data.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/admin-profile.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/admin-settings.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/users-organizations.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/leak-presets.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/single-sign-on.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/choosing-a-password.test.ts": { why: elsewhere, check: "long-tests" },
  "e2e/api-docs.test.ts": { why: "loads the pages of the API, a large program of their own", check: "long-tests" },
  "e2e/two-admins.test.ts": { why: "two people who change the same things at once", check: "long-tests" },
  "e2e/first-leak.test.ts": {
    why: "an installation from nothing to its first leak, on a database of its own",
    check: "long-tests",
  },
  "verify/rights/rights.http.test.ts": { why: "a sample of checks A, B and D", check: "long-tests" },
  "verify/input/input.http.test.ts": { why: "a sample of check D", check: "long-tests" },
  "server/terminal.http.test.ts": { why: "starts whole servers in terminals", check: "long-tests" },
  "server/ingest/store/conflicts.http.test.ts": { why: "a property test against Postgres", check: "long-tests" },
  "server/ingest/database-stopped.http.test.ts": { why: "stops and starts a database", check: "long-tests" },
  "server/http/statement-time.http.test.ts": { why: "waits for statements to time out", check: "long-tests" },
  "server/cli/manual-pages.http.test.ts": { why: "runs every command of the manuals", check: "long-tests" },
  "server/database/embedded.http.test.ts": { why: "starts and kills private databases", check: "long-tests" },
  "server/database/own-postgres.http.test.ts": { why: "needs Debian's Postgres 15", check: "long-tests" },
  "server/standby.http.test.ts": { why: "needs Debian's Postgres 15, as primary and standby", check: "long-tests" },
  "server/imports/workbook/read-workbook.test.ts": { why: "unpacks fifty hostile workbooks", check: "long-tests" },
  "server/imports/files/named-files.test.ts": { why: "imports files of millions of rows", check: "long-tests" },
  "server/metering/arrival-order.http.test.ts": {
    why: "a property test of 200 runs against Postgres",
    check: "long-tests",
  },
  "server/metering/conservation.http.test.ts": {
    why: "a property test of 200 runs against Postgres",
    check: "long-tests",
  },
  "server/metering/interrupted.http.test.ts": { why: "cuts the refresh off at every statement", check: "long-tests" },
  "server/mqtt/mosquitto.http.test.ts": { why: broker, check: "long-tests" },
  "server/mqtt/shared.http.test.ts": { why: broker, check: "long-tests" },
};

/** Files of `npm test` with tests that run only where a package is installed, as `npm run verify` does. */
const withPackages = ["server/mqtt/integrations-page.http.test.ts"];

/** The files that the check `long-tests` of `npm run verify` runs. */
export const filesOfLongTests: readonly string[] = [
  ...Object.entries(longTests).flatMap(([file, { check }]) => (check === "long-tests" ? [file] : [])),
  ...withPackages,
];

/** What the command line of Vitest needs so that these are left out. */
export function excludeOptions(files: readonly string[]): string[] {
  return files.map((file) => `--exclude=${file}`);
}

/** The table of docs/tests.md. */
export function longTestsTable(): string {
  const rows = Object.entries(longTests).map(
    ([file, { why, check }]) => `| \`${file}\` | ${why} | \`npm run verify -- ${check}\` |`,
  );
  return ["| tests | why | command |", "|---|---|---|", ...rows].join("\n");
}
