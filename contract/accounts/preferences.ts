import { z } from "zod";
import { call } from "../call/call.ts";
import { languages } from "../display/languages.ts";
import { notificationSettings } from "../notifications/settings.ts";
import { cardIds } from "../portfolio/portfolio-cards.ts";
import { measure } from "./display-settings.ts";

/** A bound in percent, a whole number. @param missing the message if it is missing */
function bound(missing: string) {
  return z
    .int({
      error: ({ input }) => (input === undefined || input === null || input === "" ? missing : NOT_WHOLE),
      abort: true,
    })
    .min(0, "Value must be at least 0")
    .max(100, "Value must be at most 100");
}

const NOT_WHOLE = "Please enter a valid number";
const range = z.tuple([bound("Minimum value is required"), bound("Maximum value is required")], {
  error: ({ input }) => {
    if (!Array.isArray(input)) return "Give the least and the most value, as a list of two.";
    return input.length === 0 ? "Minimum value is required" : "Maximum value is required";
  },
});

interface Thresholds {
  healthy: [number, number];
  warning: [number, number];
  critical: [number, number];
}
type Class = keyof Thresholds;

/** What must hold between the bounds, by the class whose form field shows the message. */
const orders: { of: Class; holds: (t: Thresholds) => boolean; message: string }[] = [
  { of: "healthy", holds: (t) => t.healthy[0] < t.healthy[1], message: "Healthy min must be less than healthy max" },
  {
    of: "healthy",
    holds: (t) => t.healthy[0] > t.warning[1],
    message: "Healthy min must be greater than warning max",
  },
  { of: "warning", holds: (t) => t.warning[0] < t.warning[1], message: "Warning min must be less than warning max" },
  {
    of: "warning",
    holds: (t) => t.warning[0] > t.critical[1],
    message: "Warning min must be greater than critical max",
  },
  { of: "warning", holds: (t) => t.warning[1] < t.healthy[0], message: "Warning max must be less than healthy min" },
  {
    of: "critical",
    holds: (t) => t.critical[1] > t.critical[0],
    message: "Critical max must be greater than critical min",
  },
  { of: "critical", holds: (t) => t.critical[1] < t.warning[0], message: "Critical max must be less than warning min" },
];

/** Device reporting ratios in per cent, least and most of each class. */
const thresholds = z.strictObject({ healthy: range, warning: range, critical: range }).superRefine((value, context) => {
  for (const { of, holds, message } of orders) {
    if (!holds(value)) context.addIssue({ code: "custom", path: [of], message });
  }
});

/** Cards of the overviews of devices, in the order in which screens show them. */
export const deviceCardIds = [
  "reporting_ratio",
  "gateways",
  "routers",
  "meters",
  "offline_gateways_routers",
  "offline_meters",
  "no_consumption",
] as const;

/** The one favourite card of an overview; empty: none. */
const favourite = <const C extends readonly string[]>(cards: C) =>
  z.array(z.enum(cards, `There is no such card. Choose one of ${cards.join(", ")}.`)).max(1);
const favorites = z.strictObject({
  cockpit_overview_tiles: favourite(cardIds),
  /** gbd, which it does not show, stands for no choice. */
  property_overview_tiles: favourite(["gbd", ...deviceCardIds]),
});

const MOST_TABLES = 50;
const MOST_COLUMNS = 60;
/** Names as on the wire: of tables, and of columns by the field that they show. */
const name = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, "Names are short, in lower case, with _ between words.");
const columnNames = z
  .array(name)
  .max(MOST_COLUMNS)
  .refine((names) => new Set(names).size === names.length, "Name each column once.");

/** What a person made of a table's columns: from left to right, and which not to show. Columns in neither stand at the end. */
const layout = z.strictObject({ order: columnNames, hidden: columnNames });
const columns = z
  .record(name, layout)
  .refine((tables) => Object.keys(tables).length <= MOST_TABLES, `Keep at most ${MOST_TABLES} tables.`);

/** What a person likes to see, and where. */
export const preferences = z.strictObject({
  device_health_thresholds: thresholds,
  favorites,
  /** By table. */
  columns,
  /** Whether Cockpit and Finance compare figures with the previous period. */
  comparison: z.enum(["previous_period", "none"]),
  /** null: what the browser prefers. */
  language: z.enum(languages).nullable(),
  /** In which volumes are shown; null: as the organization has it. */
  measure: measure.nullable(),
  /** null: the defaults, which depend on the person's role. */
  notifications: notificationSettings.nullable(),
});
export type Preferences = z.infer<typeof preferences>;

/** Those that stand beside an account; columns, of which there may be many, have a call of their own. */
export const userPreferences = preferences.pick({ device_health_thresholds: true, favorites: true });

/** Of somebody who has chosen nothing. */
export const defaultPreferences: Preferences = {
  device_health_thresholds: { healthy: [95, 100], warning: [85, 94], critical: [0, 84] },
  favorites: { cockpit_overview_tiles: ["gbd"], property_overview_tiles: ["gbd"] },
  columns: {},
  comparison: "previous_period",
  language: null,
  measure: null,
  notifications: null,
};

export const preferenceCalls = {
  "GET /v1/me/preferences": call({
    access: "signed-in",
    anyOrganization: true,
    summary:
      "The caller's preferences: device health thresholds, favorite cards, columns of tables, the comparison, the language, the measure of volumes, and notifications.",
    response: preferences,
  }),
  "PUT /v1/me/preferences": call({
    access: "signed-in",
    anyOrganization: true,
    summary: "Stores the caller's preferences. Omitted parts stay, and columns of other tables.",
    body: preferences.partial(),
    response: preferences,
  }),
};
