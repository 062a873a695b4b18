import { defaultPreferences, type Preferences, preferences } from "../../contract/preferences.ts";
import type { Connections } from "../database/connect.ts";
import { ProblemError } from "../problem.ts";
import { audit } from "./audit.ts";
import type { Person } from "./person.ts";

/** Parts of preferences; what is left out stays. */
export type PreferenceChange = { [P in keyof Preferences]?: Preferences[P] | undefined };

/** A user's preferences; the defaults for what they have not chosen, or who is gone. */
export async function readPreferences(connections: Connections, userId: number): Promise<Preferences> {
  const found = await connections.accounts
    .selectFrom("users")
    .select("preferences")
    .where("id", "=", userId)
    .executeTakeFirst();
  return withDefaults(found?.preferences);
}

/**
 * Keeps parts of a user's preferences.
 * @returns all of them
 * @throws ProblemError invalid_fields when there would be layouts of too many tables
 */
export async function changePreferences(
  connections: Connections,
  who: Person,
  change: PreferenceChange,
): Promise<Preferences> {
  return connections.accounts.transaction().execute(async (tx) => {
    // Locked, so that of two parts saved at once neither is lost.
    const { preferences: stored } = await tx
      .selectFrom("users")
      .select("preferences")
      .where("id", "=", who.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = withDefaults(stored);
    const read = preferences.safeParse({
      device_health_thresholds: change.device_health_thresholds ?? before.device_health_thresholds,
      favorites: change.favorites ?? before.favorites,
      columns: { ...before.columns, ...change.columns },
      comparison: change.comparison ?? before.comparison,
    });
    if (!read.success) {
      const sentences = read.error.issues.map(({ message }) => message);
      throw new ProblemError("invalid_fields", sentences.join(" "), { columns: sentences });
    }
    const after = read.data;
    await tx
      .updateTable("users")
      .set({ preferences: JSON.stringify(after) })
      .where("id", "=", who.userId)
      .execute();
    const { organizationId } = who;
    const object = { objectType: "user", objectId: who.userId };
    await audit(tx, who, { action: "preferences.change", organizationId, ...object, before, after });
    return after;
  });
}

/** What is stored, part by part: a part that is not, or no longer, as it should be counts as not chosen. */
function withDefaults(stored: unknown): Preferences {
  const parts: Partial<Record<string, unknown>> = typeof stored === "object" && stored !== null ? { ...stored } : {};
  const { device_health_thresholds, favorites, columns, comparison } = preferences.shape;
  return {
    device_health_thresholds:
      device_health_thresholds.safeParse(parts.device_health_thresholds).data ??
      defaultPreferences.device_health_thresholds,
    favorites: favorites.safeParse(parts.favorites).data ?? defaultPreferences.favorites,
    columns: columns.safeParse(parts.columns).data ?? defaultPreferences.columns,
    comparison: comparison.safeParse(parts.comparison).data ?? defaultPreferences.comparison,
  };
}
