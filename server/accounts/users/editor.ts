import type { User } from "../../../contract/users.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { ProblemError } from "../../problem.ts";
import type { Actor } from "../audit.ts";
import type { RequestScope } from "../scope.ts";
import { lockAccount, type StoredAccount } from "./account.ts";
import { findUser, type Shown } from "./list-users.ts";

export interface UsersDeps {
  connections: Connections;
  mailer: Mailer;
  /** Where people reach the installation; links lead there. */
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
export async function lockShown(tx: Transactional, { shown }: Editor, id: number): Promise<StoredAccount> {
  const account = await lockAccount(tx, id);
  if (account === null) throw noSuchUser();
  if (shown !== null && !account.memberships.some((one) => shown.includes(one.organization_id))) throw noSuchUser();
  return account;
}

/** The account as the editor sees it. */
export async function shownUser(tx: Transactional, { shown, actor }: Editor, id: number): Promise<User> {
  const user = await findUser(tx, shown, id, actor.at);
  if (user === null) throw noSuchUser();
  return user;
}

export const noSuchUser = () => new ProblemError("not_found", "There is no such user.");
