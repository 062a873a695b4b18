import type { I18n } from "@lingui/core";
import { type Language, languages } from "../../../contract/display/languages.ts";
import { textsIn } from "../../language/texts.ts";
import type { Mail } from "../../mail/mailer.ts";
import type { LinkPurpose } from "./account-links.ts";

/** What a link is for: an account, or a vendor's report about a leak. */
type LinkPage = LinkPurpose | "vendor";

const pages: Record<LinkPage, string> = {
  invitation: "invitation",
  reset: "reset-password",
  vendor: "vendor-report",
};

/**
 * The address of a link. The token is in the fragment: browsers do not send it, so no server logs it.
 * @param baseUrl the installation's own address from its settings, never what a request claims
 */
export function linkAddress(baseUrl: string, page: LinkPage, token: string): string {
  return `${new URL(pages[page], baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`)}#token=${token}`;
}

/** What a mail says. */
type Content = (i18n: I18n, link: string) => { subject: string; paragraphs: readonly string[] };

const contents: Record<LinkPurpose, Content> = {
  invitation: (i18n, link) => ({
    subject: i18n._("Your Dripline account"),
    paragraphs: [
      i18n._("You have been given an account at Dripline, where your properties' water use and leaks are reported."),
      `${i18n._("Choose your password here, once, within 7 days:")}\n${link}`,
      i18n._("If you did not expect this, you need not do anything."),
    ],
  }),
  reset: (i18n, link) => ({
    subject: i18n._("A new password for Dripline"),
    paragraphs: [
      i18n._("Somebody, probably you, asked for a new password for your Dripline account."),
      `${i18n._("Choose it here, once, within 30 minutes:")}\n${link}`,
      i18n._("If it was not you, you need not do anything: your password stays as it is."),
    ],
  }),
};

/**
 * The mail that asks somebody who got an account to choose a password, or lets somebody who forgot theirs choose another.
 * @param language the one that the person has chosen; null: none yet, so the mail is in all languages
 */
export function accountMail(purpose: LinkPurpose, to: string, link: string, language: Language | null): Mail {
  const texts = (language === null ? languages : [language]).map((one) => contents[purpose](textsIn(one), link));
  return {
    to,
    subject: texts.map(({ subject }) => subject).join(" / "),
    text: texts.map(({ paragraphs }) => paragraphs.join("\n\n")).join("\n\n—\n\n"),
  };
}
