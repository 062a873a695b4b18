import type { Mail } from "../../mail/mailer.ts";
import type { LinkPurpose } from "./account-links.ts";

const pages: Record<LinkPurpose, string> = { invitation: "invitation", reset: "reset-password" };

/**
 * The address of a link. The token is in the fragment: browsers do not send it, so no server logs it.
 * @param baseUrl the installation's own address from its settings, never what a request claims
 */
export function linkAddress(baseUrl: string, purpose: LinkPurpose, token: string): string {
  return `${new URL(pages[purpose], baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`)}#token=${token}`;
}

/** Asks somebody who got an account to choose a password. */
export function invitationMail(to: string, link: string): Mail {
  return {
    to,
    subject: "Your Dripline account",
    text: [
      "You have been given an account at Dripline, where your properties' water use and leaks are reported.",
      `Choose your password here, once, within 7 days:\n${link}`,
      "If you did not expect this, you need not do anything.",
    ].join("\n\n"),
  };
}

/** Lets somebody who forgot their password choose another. */
export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: "A new password for Dripline",
    text: [
      "Somebody, probably you, asked for a new password for your Dripline account.",
      `Choose it here, once, within 30 minutes:\n${link}`,
      "If it was not you, you need not do anything: your password stays as it is.",
    ].join("\n\n"),
  };
}
