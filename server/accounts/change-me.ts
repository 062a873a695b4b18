import { audit } from "../audit/audit.ts";
import type { Connections } from "../database/connect.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { Person } from "./sessions/person.ts";

/** What people may change about themselves; what is left out stays. */
export interface MeChange {
  first_name?: string | undefined;
  last_name?: string | undefined;
  business_title?: string | undefined;
}

/** Changes the user's own names and business title. */
export async function changeMe(connections: Connections, who: Person, change: MeChange): Promise<void> {
  await connections.accounts.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom("users")
      .select(["first_name", "last_name", "business_title"])
      .where("id", "=", who.userId)
      .where("deleted_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new ProblemError("not_signed_in", text`Sign in, then try again.`);
    const after = {
      first_name: change.first_name ?? before.first_name,
      last_name: change.last_name ?? before.last_name,
      business_title: change.business_title ?? before.business_title,
    };
    await tx
      .updateTable("users")
      .set({ ...after, name: `${after.first_name} ${after.last_name}`.trim(), updated_at: new Date(who.at) })
      .where("id", "=", who.userId)
      .execute();
    await audit(tx, who, {
      action: "user.update",
      organizationId: who.organizationId,
      objectType: "user",
      objectId: who.userId,
      before,
      after,
    });
  });
}
