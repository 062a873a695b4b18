import type { I18n } from "@lingui/core";

/** A message as a person reads it. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
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
 * @param foot what is at its end, as HTML; "": nothing
 */
export function htmlPage(title: string, parts: readonly string[], foot: string, i18n: I18n): string {
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
${foot}
</div>
</body>
</html>
`;
}

export function factsTable(facts: readonly { name: string; value: string }[]): string {
  const rows = facts.map(({ name, value }) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`);
  return `<table class="facts" role="presentation">${rows.join("")}</table>`;
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
