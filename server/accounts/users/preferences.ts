import { z } from "zod";
import { defaultPreferences, type Preferences, preferences } from "../../../contract/accounts/preferences.ts";
import type { User } from "../../../contract/accounts/users.ts";
import { audit } from "../../audit/audit.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import type { Person } from "../sessions/person.ts";
import type { ListedUser } from "./list-users.ts";

const PreferencesRow = z.object({ id: z.int(), preferences: z.unknown() });

/** Parts of preferences; what is left out stays. */
export type PreferenceChange = { [P in keyof Preferences]?: Preferences[P] | undefined };

/** A user's preferences; defaults for those not set, or for a deleted user. */
export async function readPreferences(connections: Connections, userId: number): Promise<Preferences> {
  const found = await connections.accounts
    .selectFrom("users")
    .select("preferences")
    .where("id", "=", userId)
    .executeTakeFirst();
  return withDefaults(found?.preferences);
}

/**
 * Stores parts of a user's preferences.
 * @returns all of them
 * @throws ProblemError invalid_fields when there would be layouts of too many tables
 */
export async function changePreferences(
  connections: Connections,
  who: Person,
  change: PreferenceChange,
): Promise<Preferences> {
  return connections.accounts.transaction().execute(async (tx) => {
    // Locked, so that neither of two concurrent updates is lost.
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
      language: change.language === undefined ? before.language : change.language,
      measure: change.measure === undefined ? before.measure : change.measure,
      notifications: change.notifications === undefined ? before.notifications : change.notifications,
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

/**
 * Users that the caller was found to see, with the preferences that stand beside an account.
 * @param db as the role of accounts; that of requests cannot read them
 */
export async function withPreferences(
  db: Pick<Transactional, "getExecutor">,
  users: readonly ListedUser[],
): Promise<User[]> {
  const ids = users.map(({ id }) => id);
  const found = await queryRows(db, PreferencesRow)`
    select id, preferences from users where id = any(${ids}::bigint[])`;
  const stored = new Map(found.map(({ id, preferences }) => [id, preferences]));
  return users.map((user) => {
    const { device_health_thresholds, favorites } = withDefaults(stored.get(user.id));
    return { ...user, preferences: { device_health_thresholds, favorites } };
  });
}

/** What is stored, part by part: a missing or invalid part counts as not set. */
function withDefaults(stored: unknown): Preferences {
  const parts: Partial<Record<string, unknown>> = typeof stored === "object" && stored !== null ? { ...stored } : {};
  const { device_health_thresholds, favorites, columns, comparison, language, measure, notifications } =
    preferences.shape;
  return {
    device_health_thresholds:
      device_health_thresholds.safeParse(parts.device_health_thresholds).data ??
      defaultPreferences.device_health_thresholds,
    favorites: favorites.safeParse(parts.favorites).data ?? defaultPreferences.favorites,
    columns: columns.safeParse(parts.columns).data ?? defaultPreferences.columns,
    comparison: comparison.safeParse(parts.comparison).data ?? defaultPreferences.comparison,
    language: language.safeParse(parts.language).data ?? defaultPreferences.language,
    measure: measure.safeParse(parts.measure).data ?? defaultPreferences.measure,
    notifications: notifications.safeParse(parts.notifications).data ?? defaultPreferences.notifications,
  };
}
