import type { User } from "../../../contract/accounts/users.ts";
import { audit } from "../../audit/audit.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { linkAddress } from "../mails/account-mails.ts";
import { queueLinkMail } from "../mails/queue-mail.ts";
import type { Account, StoredAccount } from "./account.ts";
import { checkInvitation } from "./check-change.ts";
import { type Editor, lockShown, noSuchUser, shownUser, type UsersDeps } from "./editor.ts";

export type Invited = User & { invitation_link: string | null };

/** The link of an invitation, for whoever invites to hand on; null where there is a mail server, which delivers another. */
export function shownLink({ mailer, baseUrl }: UsersDeps, token: string): string | null {
  return mailer.canSend ? null : linkAddress(baseUrl, "invitation", token);
}

/**
 * Invites a user again who has no password yet, by a new link; earlier links are revoked.
 * @param isMeant whether the account is of the kind that the call is about; others look as if they did not exist
 * @throws ProblemError not_found; conflict once they have a password; forbidden when the editor lacks something that
 * the account has
 */
export async function inviteAgain(
  deps: UsersDeps,
  editor: Editor,
  id: number,
  isMeant: (account: Account) => boolean,
): Promise<Invited> {
  const { scope, actor } = editor;
  const { user, token } = await deps.connections.accounts.transaction().execute(async (tx) => {
    const account = await lockShown(tx, editor, id);
    if (!isMeant(account)) throw noSuchUser();
    if (account.can_sign_in) {
      throw new ProblemError(
        "conflict",
        text`This user already has a working account. They can reset a forgotten password on the sign-in page.`,
      );
    }
    checkInvitation(scope, account);
    await tx.deleteFrom("account_links").where("user_id", "=", id).execute();
    const token = await queueLinkMail(tx, id, "invitation", actor.at);
    for (const organizationId of concerned(account)) {
      await audit(tx, actor, {
        action: "user.invite",
        organizationId,
        objectType: "user",
        objectId: id,
        after: { email: account.email },
      });
    }
    return { user: await shownUser(tx, editor, id), token };
  });
  return { ...user, invitation_link: shownLink(deps, token) };
}

/** The organizations whose admins read of it; null: staff alone. */
export function concerned({ staff, memberships }: StoredAccount): (number | null)[] {
  const organizations = memberships.map((one) => one.organization_id);
  return staff !== null || organizations.length === 0 ? [null, ...organizations] : organizations;
}
