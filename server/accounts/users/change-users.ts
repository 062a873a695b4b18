import type { Transactional } from "../../database/connect.ts";
import { changedMeanwhile, ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { keepMailedInvitation } from "../mails/account-links.ts";
import { queueLinkMail } from "../mails/queue-mail.ts";
import { removeCredentials } from "../passwords/remove-credentials.ts";
import { type Account, comesToMore, hasSameAccess, type StoredAccount } from "./account.ts";
import { checkChange, checkRemoval, isWithinReach, mayInvite } from "./check-change.ts";
import { type Editor, isAllSeen, lockShown, noSuchUser, shownUser, type UsersDeps } from "./editor.ts";
import { concerned, type Invited, shownLink } from "./invite.ts";
import { keepAdmins } from "./keep-admins.ts";
import { moveAssignments } from "./move-assignments.ts";
import { recordChange, type UserAction } from "./record-change.ts";
import { deleteAccount, insertAccount, updateAccount } from "./store-account.ts";

/**
 * Creates an account without a password and mails its user a link to choose one.
 * @returns the user; with a link where there is no mail server
 * @throws ProblemError as checkChange, and email_taken
 */
export async function addUser(deps: UsersDeps, editor: Editor, account: Account): Promise<Invited> {
  const { scope, actor } = editor;
  const { user, token } = await changing(deps, async (tx) => {
    await checkChange(tx, scope, null, account);
    const id = await insertAccount(tx, editor, account);
    await recordChange(tx, actor, "user.create", id, null, account);
    return { token: await queueLinkMail(tx, id, "invitation", actor.at), user: await shownUser(tx, editor, id) };
  });
  return { ...user, invitation_link: shownLink(deps, token) };
}

/**
 * Changes an account. A new e-mail invalidates links that went to the old one, and gets the leak cases that are assigned
 * to it. A user who cannot sign in yet is then invited again, and also when the account gains rights: whoever was shown
 * the link of the first invitation need not have all of them. For the same reason an account whose e-mail was never
 * verified loses its password then, and its user is invited again. An open invitation that was mailed to them, and shown
 * to nobody, stays valid.
 * @param next derives the account's new state from its current one
 * @param begun when the account was last changed, as far as the editor knows; null: not stated
 * @throws ProblemError not_found, changed_meanwhile, own_account, last_admin, email_taken, as checkChange; forbidden
 * where the user would lose their password and nobody could be given a link for a new one
 */
export async function changeUser(
  deps: UsersDeps,
  editor: Editor,
  id: number,
  next: (account: StoredAccount) => Account,
  begun: string | null = null,
  action: UserAction = "user.update",
): Promise<Invited> {
  const { scope, actor } = editor;
  const { user, before, after, token } = await changing(deps, async (tx) => {
    const before = await lockShown(tx, editor, id);
    if (begun !== null && (await shownUser(tx, editor, id)).modified_at !== new Date(begun).toISOString()) {
      throw changedMeanwhile("user");
    }
    const after = next(before);
    await checkChange(tx, scope, before, after);
    await keepAdmins(tx, before, after);
    if (!hasSameAccess(before, after)) rejectOwn(scope, id, text`change your own role, permissions or places`);
    await updateAccount(tx, editor, before, after);
    await recordChange(tx, actor, action, id, before, after);
    let token: string | null = null;
    const isMoved = before.email !== after.email;
    const isOwners = before.can_sign_in && before.is_email_proven && !isMoved;
    const isWaiting = !before.can_sign_in && !isMoved;
    const isOutgrown =
      !isOwners && comesToMore(before, after) && !(isWaiting && (await keepMailedInvitation(tx, id, actor.at)));
    if (isOutgrown) {
      if (before.can_sign_in && !deps.mailer.canSend && !mayInvite(scope, after)) throw nothingToInvite();
      const secondFactor = before.is_email_proven;
      await removeCredentials(tx, actor, { id, organizationIds: concerned(before) }, { secondFactor });
    } else if (isMoved) {
      await tx.deleteFrom("account_links").where("user_id", "=", id).execute();
    }
    if (isOutgrown || (isMoved && !before.can_sign_in)) token = await queueLinkMail(tx, id, "invitation", actor.at);
    return { user: await shownUser(tx, editor, id), before, after, token };
  });
  if (before.email !== after.email) await moveAssignments(deps.connections, { from: before.email, to: after.email });
  const link = token === null ? null : shownLink(deps, token);
  return { ...user, invitation_link: mayInvite(scope, after) ? link : null };
}

/**
 * Deletes an account for good, all its memberships included.
 * @param isMeant whether it is of the kind that the call deletes; others respond as if they did not exist
 * @throws ProblemError not_found, own_account, last_admin; forbidden when it is also in organizations out of reach
 */
export async function deleteUser(
  deps: UsersDeps,
  editor: Editor,
  id: number,
  isMeant: (account: Account) => boolean,
): Promise<void> {
  const { scope, actor } = editor;
  await changing(deps, async (tx) => {
    const before = await lockShown(tx, editor, id);
    if (!isMeant(before)) throw noSuchUser();
    rejectOwn(scope, id);
    if (!isWithinReach(scope, before) || !(await isAllSeen(tx, editor, before))) {
      throw new ProblemError(
        "forbidden",
        text`This account is used in other organizations too. An IONAdmin can delete it.`,
      );
    }
    await keepAdmins(tx, before, null);
    await deleteAccount(tx, id, actor.at);
    await recordChange(tx, actor, "user.delete", id, before, null);
  });
}

/**
 * Takes one organization away from a user; the account stays, with whatever else it has.
 * @throws ProblemError not_found, own_account, last_admin
 */
export async function revokeAccess(deps: UsersDeps, editor: Editor, organizationId: number, id: number): Promise<void> {
  const { scope, actor } = editor;
  await changing(deps, async (tx) => {
    const before = await lockShown(tx, editor, id);
    const membership = before.memberships.find((one) => one.organization_id === organizationId);
    if (membership === undefined) throw noSuchUser();
    rejectOwn(scope, id);
    checkRemoval(scope, membership);
    const after = { ...before, memberships: before.memberships.filter((one) => one !== membership) };
    await keepAdmins(tx, before, after);
    await updateAccount(tx, editor, before, after);
    await recordChange(tx, actor, "user.revoke", id, before, after);
  });
}

/**
 * One transaction as the accounts role: all of it or nothing.
 * @throws ProblemError email_taken
 */
async function changing<T>({ connections }: UsersDeps, work: (tx: Transactional) => Promise<T>): Promise<T> {
  try {
    return await connections.accounts.transaction().execute(work);
  } catch (error) {
    if (!isTakenEmail(error)) throw error;
    const sentence = text`An account is already registered with this email address.`;
    throw new ProblemError("email_taken", sentence, { email: [sentence] });
  }
}

/** A distributed Postgres adds the number of the part of the table to the name. */
function isTakenEmail(error: unknown): boolean {
  return error instanceof Error && "constraint" in error && /^users_email(_\d+)?$/.test(String(error.constraint));
}

function nothingToInvite(): ProblemError {
  return new ProblemError(
    "forbidden",
    text`This user would need a new password, and you cannot be shown the link for it. Ask an IONAdmin to make this change.`,
  );
}

function rejectOwn(scope: RequestScope, id: number, what = text`remove yourself`): void {
  if (scope.userId === id) throw new ProblemError("own_account", text`You cannot ${what}. Ask another administrator.`);
}
