import { sql } from "kysely";
import type { User } from "../../../contract/accounts/users.ts";
import type { Actor } from "../../audit/audit.ts";
import { asRequest, type Connections, inScope, type Transactional } from "../../database/connect.ts";
import { CountRow, queryRow } from "../../database/query-rows.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { notThere } from "../../problem/problem.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { lockAccount, type StoredAccount } from "./account.ts";
import { findUser, type Shown } from "./list-users.ts";
import { withPreferences } from "./preferences.ts";

export interface UsersDeps {
  connections: Connections;
  mailer: Pick<Mailer, "canSend">;
  /** The installation's base URL, for links. */
  baseUrl: string;
}

/** Who changes users, and of which organizations they see any. */
export interface Editor {
  scope: RequestScope;
  actor: Actor;
  shown: Shown;
}

/**
 * The account that an editor wants to change, locked until the transaction ends.
 * @throws ProblemError not_found for one that they do not see, as for one that does not exist
 */
export async function lockShown(tx: Transactional, editor: Editor, id: number): Promise<StoredAccount> {
  const { shown } = editor;
  const account = await lockAccount(tx, id);
  if (account === null) throw noSuchUser();
  if (shown !== null && !account.memberships.some((one) => shown.includes(one.organization_id))) throw noSuchUser();
  const isSeen = await asEditor(tx, editor, async () => {
    const seen = await sql`select from users where id = ${id} and deleted_at is null`.execute(tx);
    return seen.rows.length > 0;
  });
  if (!isSeen) throw noSuchUser();
  return account;
}

/** Whether the database, too, shows the editor all that the account is a member of. */
export async function isAllSeen(tx: Transactional, editor: Editor, account: StoredAccount): Promise<boolean> {
  const seen = await asEditor(
    tx,
    editor,
    () => queryRow(tx, CountRow)`select count(*) from memberships where user_id = ${account.id}`,
  );
  return seen?.count === account.memberships.length;
}

/** The account as the editor sees it. */
export async function shownUser(tx: Transactional, editor: Editor, id: number): Promise<User> {
  const { shown, actor } = editor;
  const user = await asEditor(tx, editor, () => findUser(tx, shown, id, actor.at));
  const [found] = user === null ? [] : await withPreferences(tx, [user]);
  if (found === undefined) throw noSuchUser();
  return found;
}

/**
 * Runs a part of a change of accounts as the database shows them to requests: the accounts' role sees everybody. Who
 * sees everybody themselves goes on as that.
 */
export function asEditor<T>(tx: Transactional, { scope, shown }: Editor, work: () => Promise<T>): Promise<T> {
  return shown === null ? work() : asRequest(tx, scope, work);
}

/** Reads of users, as far as somebody sees them. */
export function readingUsers<T>(
  { app, accounts }: Connections,
  scope: RequestScope,
  shown: Shown,
  read: (tx: Transactional) => Promise<T>,
): Promise<T> {
  return shown === null ? accounts.transaction().execute(read) : inScope(app, scope, read);
}

export const noSuchUser = () => notThere("user");
