import type { Sources } from "./sources.ts";

/** Files, or folders with a slash at the end, in which messages are looked for in a way of their own. */
const places = {
  /** Whose plain errors end a command or the start of the server, with their message on the terminal. */
  endingCommands: [
    "server/cli/",
    "server/retention/",
    "server/config.ts",
    "server/own-secret.ts",
    "server/metrics/settings.ts",
    "server/accounts/single-sign-on/settings.ts",
    "server/database/cluster-folder.ts",
    "server/database/embedded.ts",
    "server/database/migrate.ts",
    "server/database/distribute.ts",
    "server/database/logins.ts",
    "server/database/reachable.ts",
  ],
  /** Where sentences are put together before they are given to anything: each literal that is one counts. */
  writingSentences: [
    "contract/accounts/password-rules.ts",
    "server/cli/",
    "server/imports/",
    "server/uploads/import-rows.ts",
    "server/uploads/run-import.ts",
    "server/uploads/take-uploads.ts",
    "server/ingest/batch/parse-readings.ts",
    "server/http/body/invalid-fields.ts",
    "server/audit/verify-audit-log.ts",
    "server/accounts/passwords/password-rules.ts",
    "server/reporting/reject-params.ts",
    "server/rule-settings/change-settings.ts",
  ],
  /** Schemas of environment variables, which end the start of the server. */
  settings: ["server/config.ts", "server/metrics/settings.ts", "server/accounts/single-sign-on/settings.ts"],
  /** Other schemas whose messages reach a person. */
  schemas: [
    "contract/",
    "server/cli/",
    "server/http/",
    "server/leaks/settings/leak-settings.ts",
    "server/metering/inventory/settings.ts",
  ],
  /** Objects with a code and a message, but of a library. */
  libraries: ["server/metrics/"],
};

export function isIn(kind: keyof typeof places, file: string): boolean {
  return places[kind].some((place) => (place.endsWith("/") ? file.startsWith(place) : file === place));
}

/** Places that have moved or gone: their messages would be missing without notice. */
export function lostPlaces(sources: Sources): string[] {
  const files = [...sources.keys()];
  return Object.values(places)
    .flat()
    .filter((place) => !files.some((file) => file.startsWith(place)));
}
