import { type RawBuilder, sql } from "kysely";
import { hashToken } from "./secret-token.ts";

/**
 * The condition that a row of `sessions` has this token, by an index; of other rows it is null. null: no row has it.
 * Sessions that the release before started have the token itself in their row.
 */
export function hasToken(token: string | null): RawBuilder<boolean> {
  return token === null ? sql`false` : sql`(token_hash = ${hashToken(token)} or token = ${token})`;
}
