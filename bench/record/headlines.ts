/** A row of docs/figures.md and the figure that it shows. */
export interface Headline {
  /** As a customer's engineer reads it; each is there once. */
  title: string;
  /** Which bench or check measures it, such as `imports` or `verify E1`. */
  bench: string;
  /** The figure's name there, without what it says in brackets at its end. */
  figure: string;
  /** Where the figure's name has it and not its unit. */
  unit?: string;
}

const of =
  (bench: string) =>
  (title: string, figure: string, unit?: string): Headline => ({ title, bench, figure, ...(unit && { unit }) });
const accuracy = of("accuracy");
const imports = of("imports");
const messages = of("messages");
const reports = of("reports");
const web = of("web");

/** Sections of docs/figures.md with their rows, at most 80 of these in all. */
export const headlines: Readonly<Record<string, readonly Headline[]>> = {
  "Leak detection": [
    accuracy(
      "Leaks from 1 gal/h in 13 unseen real homes, found within 30 hours",
      "real, held-out (13 homes): constant from 1 gal/h: found within 30 h",
    ),
    accuracy(
      "Leaks from 1 gal/h in 13 unseen real homes, found within 30 hours, three quarters of them measured",
      "real, held-out (13 homes): constant from 1 gal/h: found within 30 h, where the window was read",
    ),
    accuracy(
      "Leaks of 0.5 gal/h in those homes, found within 54 hours",
      "real, held-out (13 homes): constant 0.5 gal/h: found within 54 h",
    ),
    accuracy("Bursts in those homes, found by the third hour", "real, held-out (13 homes): burst: found by hour 3"),
    accuracy(
      "Running toilets in those homes, found within 72 hours",
      "real, held-out (13 homes): toilet: found within 72 h",
    ),
    accuracy(
      "Toilets that run a fifth to a third of the time, after the household's own use, found within 72 hours",
      "real, held-out (13 homes): toilet by use, runs 20 to 30 %: found within 72 h",
    ),
    accuracy(
      "Bursts in a meter's first week, found by the fourth hour",
      "real, held-out (13 homes): burst in the first week: found by hour 4",
    ),
    accuracy(
      "Bursts of 3 to 4 hours that became more than a suspicion",
      "real, held-out (13 homes): burst of 3 to 4 h: found at all",
    ),
    accuracy(
      "False alarms in those homes, real continuous use left out",
      "real, held-out (13 homes): untouched: openings that are not flat flow",
    ),
    accuracy(
      "Error of leak gallons in those homes, leaks from 1 gal/h, median",
      "real, held-out (13 homes): constant from 1 gal/h: median error of the volume",
    ),
    accuracy(
      "Leaks reported that are leaks, simulated apartments with flow time",
      "simulated, with flow time: precision",
    ),
  ],
  "Correct figures": [
    of("verify F1")("Random report queries compared with an independent computation", "F1 questions"),
    of("verify F1")("Wrong answers among them", "F1 wrong answers"),
    of("verify F1")(
      "Rows repeated, missing or misplaced when lists are read page by page",
      "F4 pages that repeat, miss or misplace a row",
    ),
    imports(
      "Difference between hourly registers of 26 homes and the hours stored",
      "DAIAD: most that a meter's hours miss its register by",
    ),
    of("verify E6")("Tables that differ after readings arrive late, twice and out of order", "tables that differ"),
    of("verify E12")(
      "Wrong days and answers around daylight saving changes, five time zones",
      "wrong days of meters and wrong answers",
    ),
    of("verify F2")(
      "Prices lost when two people change the same ones at once",
      "F2 units and days on which not the last word holds",
    ),
    of("rebuild")(
      "Difference between two independent calculations of a history",
      "history: gallons by which the two sums differ",
    ),
  ],
  "No data lost": [
    of("verify E1")("Readings acknowledged before 50 kills of server and database", "readings acknowledged"),
    of("verify E1")("Acknowledged readings lost", "acknowledged readings lost"),
    of("verify E1")("Readings stored twice or with another value", "readings with another value"),
    of("verify E2")("Acknowledged MQTT readings lost in 20 kills", "own broker: acknowledged readings lost"),
    of("verify E3")(
      "Tables that differ after an import of a million rows is killed 20 times",
      "tables that differ from the undisturbed import",
    ),
    of("verify E4")("Acknowledged readings lost when the database stops", "acknowledged readings lost"),
    of("verify E4")(
      "Until reads and writes work again once the database is back",
      "longest until writes and reports work again",
    ),
    of("verify E5")("Acknowledged readings lost on a full disk", "acknowledged readings lost"),
    of("verify I1")("Tables that differ after a backup is restored", "tables with other rows than before"),
    of("verify G")("Requests that failed during an update with migrations", "G1 requests that failed"),
    of("verify H1")("Requests that failed while the server shut down", "requests that failed"),
    of("verify N")("Requests lost in a rolling restart of three servers", "rolling restart: requests lost"),
  ],
  Security: [
    of("verify A")("Calls tried as 36 people, each with ids of other tenants", "A2 cells"),
    of("verify A")("Wrong answers among those calls", "A2 A3 A11 wrong answers"),
    of("verify A")("Attempts to gain rights that were not rejected", "A8 attempts with another outcome"),
    of("verify A")(
      "Cross-tenant reads and writes with application checks off, row-level security alone",
      "A7 cross-tenant reads or writes with application checks off",
    ),
    of("verify A")("Authorization mutants killed", "A7 per cent of mutants killed", "%"),
    of("verify B")(
      "Guesses of a password checked, of 1,000 from 50 addresses",
      "of 1,000 guesses of a password from 50 addresses, those looked at",
    ),
    of("verify B")(
      "Time difference between sign-ins with known and unknown e-mails",
      "per cent between the median times of sign-ins with a known, an invited and an unknown e-mail",
      "%",
    ),
    of("verify B")("Secrets readable in a database dump", "secrets readable in them, however spelled"),
    of("verify C")("Cross-site requests that changed something", "tables that they changed"),
    of("verify C")("Responses that lack a security header", "lacking headers"),
    of("verify D")("Malformed requests answered wrongly", "D2 wrong answers, and tables changed by rejections"),
    of("verify J")("Secrets in logs and the audit log", "J3 secrets in the log or the record"),
  ],
  Availability: [
    of("verify cost")("Longest block of the event loop by one request", "longest block of the event loop"),
    of("verify cost")(
      "Largest response for each byte requested, beyond 64 kB",
      "largest answer in bytes for each byte asked, beyond 64 kB",
    ),
    of("verify D6")(
      "Other users' median response time beside 1,000 slow clients, of the time alone",
      "times as long others wait, at the median",
    ),
    of("verify L3")(
      "Other tenants' response time beside one with 6,000 reports, of the time alone",
      "times that the other waits as long as alone",
    ),
    of("verify L2")("Failed reports in 30 minutes of mixed load", "reports with an error"),
    of("verify L2")("Memory at its end, of its beginning", "memory of the last fifth, of the second"),
    of("verify E15")("Memory under more readings than can be stored", "server's memory, most"),
    of("verify D5")("Slowest of the heaviest queries over ten million readings", "slowest answer"),
  ],
  Notifications: [
    messages(
      "Messages about a leak of 20 days that doubles three times and returns",
      "leak of 20 days with a return: messages",
    ),
    messages("Messages about a gateway that dies, with 200 meters behind it", "messages about it and them"),
    messages(
      "Most messages about an organization to a manager in a week, demo of 600 units",
      "most messages about an organization to a manager in a week",
    ),
    messages(
      "Case opened to message accepted, 1,000 cases an hour, 95 % within",
      "case opened to message accepted, 95 % within",
    ),
    of("verify P2")("Until 10,000 lists due at one minute are accepted", "minutes until the last was accepted"),
    of("verify P2")("Processor time of server and database for one of them", "processor time for a list"),
    of("verify P")("Messages lost when server, database and mail server are killed", "of their messages lost"),
    of("verify P")("Messages sent twice then, each under its id", "messages sent twice"),
  ],
  Ingest: [
    of("ingest")(
      "Readings a second until leaks and reports are current",
      "readings a second, until refresh had worked off the last",
    ),
    of("ingest")("Batch of 1,000 readings acknowledged, 99th percentile", "batch answered, 99 % within"),
    of("ingest")("Disk for a reading, everything included", "on disk"),
    of("rebuild")(
      "An hour of 100,000 meters, until leaks and reports are current",
      "an hour: leaks, roll-ups and statuses current",
    ),
    imports("Import of hourly registers", "DAIAD: speed"),
    imports("Memory of an import of a million rows", "AMPds2: peak memory, of both runs"),
    of("retention")("A month of 7.4 million readings archived and dropped", "all of it"),
    of("sizes")("Disk for a meter and a year, its months packed", "all tables, packed: a meter, a year"),
  ],
  Reports: [
    reports(
      "Portfolio overview of 50,000 meters under load, 95th percentile",
      "(b), portfolio: portfolio-insights/overview",
    ),
    reports("Leak list of the portfolio", "(b), portfolio: leak-report/leak-overview"),
    reports("Device health of the portfolio", "(b), portfolio: device-health/overview"),
    reports("Savings of the portfolio, the slowest report", "(b), portfolio: portfolio-insights/savings"),
    reports("Leak list of a property", "(b), property: leak-report/leak-overview"),
    reports(
      "Times as fast as plain SQL over the readings, geometric mean",
      "times as fast as the plain way, geometric mean over the questions",
    ),
    reports("Time with twice the meters, of the time before", "time with twice the meters, all of them together"),
    of("walls")("Time with row-level security, of the time without", "time with the lock, of the time without"),
  ],
  Browser: [
    of("cockpit")("Cockpit, all figures shown, cold start", "all figures, cold"),
    web("Home: script before the first figures", "/top5-leaks-home: script before the first figures"),
    web("Home: first figures, cold start", "/top5-leaks-home: first figures, cold"),
    of("start")("First `npm start` with the demo, until the first page", "first start, demo loaded: first page"),
    of("verify K")(
      "Screens and dialogs without an accessibility violation",
      "K5 screens and dialogs within axe's rules",
    ),
  ],
};
