import type { User } from "../../../contract/users.ts";
import { invitationMail, linkAddress } from "../../mail/account-mails.ts";
import { ProblemError } from "../../problem.ts";
import { createAccountLink, markMailed } from "../account-links.ts";
import { audit } from "../audit.ts";
import type { Account, StoredAccount } from "./account.ts";
import { checkInvitation } from "./check-change.ts";
import { type Editor, lockShown, noSuchUser, shownUser, type UsersDeps } from "./editor.ts";

export type Invited = User & { invitation_link: string | null };

/**
 * Mails an invitation.
 * @returns the link, for whoever invites to hand on, when no mail went out with it; else null
 */
export async function sendInvitation(
  { connections, mailer, baseUrl }: UsersDeps,
  email: string,
  token: string,
  now: number,
): Promise<string | null> {
  const link = linkAddress(baseUrl, "invitation", token);
  const sent = await mailer.send(invitationMail(email, link)).then(
    () => mailer.canSend,
    // The account is there already, and its invitation must reach somebody.
    () => false,
  );
  if (!sent) return link;
  await markMailed(connections.accounts, token, now);
  return null;
}

/**
 * Invites somebody again who has not chosen a password yet, by a new link; the links before it end.
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
  const { user, email, token } = await deps.connections.accounts.transaction().execute(async (tx) => {
    const account = await lockShown(tx, editor, id);
    if (!isMeant(account)) throw noSuchUser();
    if (account.can_sign_in) {
      throw new ProblemError(
        "conflict",
        "This user has an account that works. A forgotten password is asked for anew.",
      );
    }
    checkInvitation(scope, account);
    await tx.deleteFrom("account_links").where("user_id", "=", id).execute();
    const token = await createAccountLink(tx, id, "invitation", actor.at);
    for (const organizationId of concerned(account)) {
      await audit(tx, actor, {
        action: "user.invite",
        organizationId,
        objectType: "user",
        objectId: id,
        after: { email: account.email },
      });
    }
    return { user: await shownUser(tx, editor, id), email: account.email, token };
  });
  return { ...user, invitation_link: await sendInvitation(deps, email, token, actor.at) };
}

/** The organizations whose admins read of it; null: staff alone. */
export function concerned({ staff, memberships }: StoredAccount): (number | null)[] {
  const organizations = memberships.map((one) => one.organization_id);
  return staff !== null || organizations.length === 0 ? [null, ...organizations] : organizations;
}
