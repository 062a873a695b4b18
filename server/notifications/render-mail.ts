import type { I18n } from "@lingui/core";
import type { Notice } from "./notice.ts";

/** A message as a person reads it. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

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
      addresses,
      i18n,
    ),
  };
}

/** The mail about several things, what costs most first. */
export function listMail(notices: readonly Notice[], addresses: MailAddresses, i18n: I18n): RenderedMail {
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
  const home = addresses.page("/cases");
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
      addresses,
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
    html: htmlPage(subject, [`<h1>${escapeHtml(subject)}</h1>`, `<p>${escapeHtml(text)}</p>`], addresses, i18n),
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
      null,
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

export function factsTable(facts: Notice["facts"]): string {
  const rows = facts.map(({ name, value }) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`);
  return `<table class="facts" role="presentation">${rows.join("")}</table>`;
}

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f3f5f7;color:#1a2430;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.sheet{max-width:560px;margin:0 auto;padding:24px 20px;background:#ffffff}
h1{font-size:20px;line-height:1.3;margin:0}
p{margin:12px 0}
.where{margin:4px 0 16px;color:#556271}
.facts{border-collapse:collapse;margin:0 0 16px}
.facts th{font-weight:400;text-align:left;color:#556271;padding:2px 16px 2px 0;vertical-align:top}
.facts td{padding:2px 0;font-weight:600}
.item{border-top:1px solid #d9dfe5;padding:4px 0}
a{color:#0b62b0}
.button{display:inline-block;background:#0b62b0;color:#ffffff;text-decoration:none;padding:10px 18px;border-radius:6px;font-weight:600}
.foot{border-top:1px solid #d9dfe5;margin-top:24px;padding-top:12px;font-size:13px;color:#556271}
@media (prefers-color-scheme:dark){
body{background:#10161c;color:#e6ebf0}.sheet{background:#18212a}
.where,.facts th,.foot{color:#a4b1be}.item,.foot{border-color:#33404d}
a{color:#7cbcf5}.button{background:#2b7fd0;color:#ffffff}
}`;

/**
 * A page that narrow mail programs show without scrolling aside, light and dark, without anything remote.
 * @param addresses of the lines at its end; null: it has none
 */
export function htmlPage(title: string, parts: readonly string[], addresses: MailAddresses | null, i18n: I18n): string {
  return `<!doctype html>
<html lang="${i18n.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="sheet" role="article" lang="${i18n.locale}">
${parts.join("\n")}
${addresses === null ? "" : footerHtml(addresses, i18n)}
</div>
</body>
</html>
`;
}

function footerHtml({ page, unsubscribe }: MailAddresses, i18n: I18n): string {
  return `<div class="foot">
<p><a href="${escapeHtml(page("/notifications"))}">${escapeHtml(i18n._("Choose what you are notified of"))}</a> ·
<a href="${escapeHtml(unsubscribe)}">${escapeHtml(i18n._("Receive no more of these mails"))}</a></p>
</div>`;
}

/** Names come from people and files: none of them is markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
