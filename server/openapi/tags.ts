/** The tag of a call: the first whose pattern matches its path. */
const areas: readonly (readonly [string, RegExp, string])[] = [
  ["Portfolio insights", /^\/v1\/reporting\/portfolio-insights\//, "Figures of many properties side by side."],
  ["Device health", /^\/v1\/reporting\/device-health\//, "Which gateways, routers and meters report."],
  ["Leak report", /^\/v1\/reporting\/leak-report\//, "Leaks of units and meters, down to the hour."],
  [
    "Leak cases",
    /^\/v1\/(case(s|-clocks)|vendor-link|reporting\/case-times)/,
    "One case for each leak, from found to proven fixed.",
  ],
  ["Reports", /^\/v1\/reporting\//, "Figures of properties, and the largest leaks."],
  ["Leaks", /^\/v1\/leaks/, "Why something is a leak, and what was done about it."],
  ["Alerts", /^\/v1\/alerts/, "What a person should know of."],
  ["Search", /^\/v1\/search$/, "Properties, units and meters by a part of their name or serial number."],
  ["Occupancy", /\/occupancy/, "Who lives where, as far as it is known."],
  [
    "Settings",
    /-settings(\/back-test)?$|\/tags|continuous-use/,
    "Numbers of the rules that an organization can change.",
  ],
  ["Ingest", /^\/v1\/ingest\/|uplink-mapping$/, "For gateways: readings and heartbeats come in."],
  ["Readings", /\/(quarantine|rejected-readings|repairs|imports)/, "Files of readings, and decisions about readings."],
  ["Users", /\/users|\/admin\/enums/, "Who has an account, and with which rights."],
  ["Keys and record", /\/api-keys|\/gateway-tokens|\/audit-log/, "Keys of integrators and gateways; who did what."],
  [
    "Inventory",
    /\/inventory\/|\/setup$|^\/v1\/organizations\//,
    "Organizations, properties, units, meters and gateways.",
  ],
  [
    "Notifications",
    /\/(deliveries|webhooks|notification-routes|on-call|report-subscriptions)|^\/v1\/(mail-link|unsubscribe|me\/(notification|phone|push))/,
    "Messages to people, webhooks and chats: to whom, when, what went out, and the links in them.",
  ],
  [
    "Own account",
    /^\/v1\/(me|session|password|invitation|first-admin|single-sign-on)/,
    "Signing in, and the own account.",
  ],
  ["Service", /^\/health\/|openapi/, "The service itself."],
];

/** The headings in the order in which they are shown. */
export const tags = areas.map(([name, , description]) => ({ name, description }));

/** The tag of a path. @throws Error for a path of no area, so that each has one */
export function tagOf(path: string): string {
  const area = areas.find(([, pattern]) => pattern.test(path));
  if (area === undefined) throw new Error(`${path} belongs to no area: give it one in server/openapi/tags.ts.`);
  return area[0];
}
