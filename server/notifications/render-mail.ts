import type { I18n } from "@lingui/core";
import { escapeHtml, factsTable, htmlPage, type RenderedMail } from "./messages/mail-page.ts";
import type { Notice } from "./notice.ts";

export interface MailAddresses {
  /** Address of a page of the product. */
  page(path: string): string;
  /** Address at which the reader acknowledges a case; null: they cannot. */
  acknowledge(notice: Notice): string | null;
  unsubscribe: string;
}

/** More of a list is named by number only. */
const MOST_LISTED = 25;

/** The mail about one thing. Of a case all mails have the same subject, by which mail programs group them, too. */
export function noticeMail(notice: Notice, addresses: MailAddresses, i18n: I18n): RenderedMail {
  const { what, where, text, why, whatToDo, facts } = notice;
  const page = addresses.page(notice.path);
  const acknowledge = addresses.acknowledge(notice);
  const paragraphs = [text, why, whatToDo].filter((one) => one !== "");
  const lines = facts.map(({ name, value }) => `${name}: ${value}`);
  const links = [
    `${i18n._("Open it in Dripline:")}\n${page}`,
    ...(acknowledge === null ? [] : [`${i18n._("Acknowledge that you take care of it:")}\n${acknowledge}`]),
  ];
  return {
    subject: notice.threadSubject,
    text: [`${what}\n${where}`, ...(lines.length === 0 ? [] : [lines.join("\n")]), ...paragraphs, ...links]
      .concat(footerText(addresses, i18n))
      .join("\n\n"),
    html: htmlPage(
      notice.threadSubject,
      [
        `<h1>${escapeHtml(what)}</h1>`,
        `<p class="where">${escapeHtml(where)}</p>`,
        ...(facts.length === 0 ? [] : [factsTable(facts)]),
        ...paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`),
        `<p><a class="button" href="${escapeHtml(page)}">${escapeHtml(i18n._("Open in Dripline"))}</a></p>`,
        ...(acknowledge === null
          ? []
          : [
              `<p><a href="${escapeHtml(acknowledge)}">${escapeHtml(i18n._("Acknowledge that you take care of it"))}</a></p>`,
            ]),
      ],
      footerHtml(addresses, i18n),
      i18n,
    ),
  };
}

/** The mail about several things, what costs most first. @param home address of the page that has them */
export function listMail(notices: readonly Notice[], home: string, addresses: MailAddresses, i18n: I18n): RenderedMail {
  const sorted = notices.toSorted((a, b) => (b.dollarsPerDay ?? -1) - (a.dollarsPerDay ?? -1));
  const listed = sorted.slice(0, MOST_LISTED);
  const more = sorted.length - listed.length;
  const subject = i18n._("Dripline: {count, plural, one {1 thing to look at} other {# things to look at}}", {
    count: sorted.length,
  });
  const moreText =
    more === 0
      ? []
      : [i18n._("{more, plural, one {1 more is in Dripline.} other {# more are in Dripline.}}", { more })];
  return {
    subject,
    text: listed
      .map(({ what, where, text, path }) => `${what}: ${where}\n${text}\n${addresses.page(path)}`)
      .concat(moreText, `${i18n._("Open the list in Dripline:")}\n${home}`, footerText(addresses, i18n))
      .join("\n\n"),
    html: htmlPage(
      subject,
      [
        `<h1>${escapeHtml(i18n._("{count, plural, one {1 thing to look at} other {# things to look at}}", { count: sorted.length }))}</h1>`,
        ...listed.map(
          ({ what, where, text, path }) =>
            `<div class="item"><p><a href="${escapeHtml(addresses.page(path))}"><b>${escapeHtml(what)}</b>: ${escapeHtml(where)}</a></p><p>${escapeHtml(text)}</p></div>`,
        ),
        ...moreText.map((one) => `<p>${escapeHtml(one)}</p>`),
        `<p><a class="button" href="${escapeHtml(home)}">${escapeHtml(i18n._("Open in Dripline"))}</a></p>`,
      ],
      footerHtml(addresses, i18n),
      i18n,
    ),
  };
}

/** The mail by which a person tries whether mails arrive. */
export function testMail(addresses: MailAddresses, i18n: I18n): RenderedMail {
  const subject = i18n._("A test from Dripline");
  const text = i18n._("This is a test. Notifications about leaks and devices reach you at this address.");
  return {
    subject,
    text: [text, ...footerText(addresses, i18n)].join("\n\n"),
    html: htmlPage(
      subject,
      [`<h1>${escapeHtml(subject)}</h1>`, `<p>${escapeHtml(text)}</p>`],
      footerHtml(addresses, i18n),
      i18n,
    ),
  };
}

/** The mail to the person who made a webhook that was switched off. @param page where it can be switched on */
export function webhookOffMail(
  { name, disabled_reason }: { name: string; disabled_reason: "failing" | "gone" },
  page: string,
  i18n: I18n,
): RenderedMail {
  const subject = i18n._("The webhook {name} was switched off", { name: name.replaceAll(/\s+/g, " ") });
  const why =
    disabled_reason === "gone"
      ? i18n._("Its receiver answered that it does not exist any more (status 410).")
      : i18n._("Every message to it has failed for three days.");
  const action = i18n._("Check the receiver, then enable the webhook again in Settings:");
  return {
    subject,
    text: [why, `${action}\n${page}`].join("\n\n"),
    html: htmlPage(
      subject,
      [
        `<h1>${escapeHtml(subject)}</h1>`,
        `<p>${escapeHtml(why)}</p>`,
        `<p>${escapeHtml(action)} <a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`,
      ],
      "",
      i18n,
    ),
  };
}

function footerText({ unsubscribe, page }: MailAddresses, i18n: I18n): string[] {
  return [
    "—",
    `${i18n._("Choose what you are notified of:")}\n${page("/notifications")}`,
    `${i18n._("Receive no more of these mails:")}\n${unsubscribe}`,
  ];
}

function footerHtml({ page, unsubscribe }: MailAddresses, i18n: I18n): string {
  return `<div class="foot">
<p><a href="${escapeHtml(page("/notifications"))}">${escapeHtml(i18n._("Choose what you are notified of"))}</a> ·
<a href="${escapeHtml(unsubscribe)}">${escapeHtml(i18n._("Receive no more of these mails"))}</a></p>
</div>`;
}
