import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import babel from "@lingui/cli/api/extractors/babel";
import type { ExtractedMessage, ExtractorType } from "@lingui/conf";
import ts from "typescript";
import type { Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";
import { measureTitles } from "../../contract/display/measures.ts";
import { rowOf, tableOf } from "../../contract/files/exports.ts";
import { columnsOf, valueLabels } from "../../contract/files/file-columns.ts";
import { titleOf } from "../../contract/files/file-titles.ts";
import { HYBRID_LEAK } from "../../contract/labels/labels.ts";
import { messagesIn } from "./found.ts";
import { readSources } from "./sources.ts";

/** What the contract says of wrong fields, as far as it is known before they are sent. */
const contractMessages = messagesIn(readSources(["contract"])).filter(({ text }) => !text.includes("{"));

/** Texts of files with one list: headings, labels of values and what stands in totals. */
const fileTexts = new Set([
  ...Object.values(valueLabels).flatMap((labels) => Object.values(labels)),
  ...[HYBRID_LEAK, "Yes", "No", "Total", "All units", ...Object.values(measureTitles)],
  ...exportedFields().map(({ list, path }) => titleOf(list, path)),
]);

function exportedFields(): { list: string; path: readonly string[] }[] {
  return Object.entries<Call>(calls).flatMap(([name]) => {
    const list = tableOf(calls, name);
    const row = list === null ? null : rowOf(calls[list]);
    return list === null || row === null ? [] : columnsOf(list, row).map(({ path }) => ({ list, path }));
  });
}

const KEPT = "node_modules/.cache/texts.json";
const kept: Record<string, ExtractedMessage[]> = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")) : {};
const used: typeof kept = {};
process.on("exit", () => {
  if (Object.keys(used).length === 0) return;
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(used));
});

/** Collects the texts of files that use the catalogue. Those of unchanged files are kept: parsing is slow. */
export const textsOfScreens: ExtractorType = {
  match: (file) => babel.match(file),
  extract: async (file, code, onMessage, context) => {
    if (!/lingui|i18n/.test(code)) return;
    const key = hash("sha256", `${file}\n${code}`);
    const messages = kept[key] ?? [];
    if (kept[key] === undefined) await babel.extract(file, code, (message) => messages.push(message), context);
    used[key] = messages;
    for (const message of messages) onMessage(message);
  },
};

/**
 * Collects the server's messages: those of `i18n._("…")`, sentences of its tag `text`, and what the contract says of
 * wrong fields.
 */
export const textExtractor: ExtractorType = {
  match: (file) => /(server|contract)\/.*\.ts$/.test(file),
  extract: async (file, code, onMessage, context) => {
    for (const { text } of contractMessages.filter((message) => file.endsWith(message.file))) {
      onMessage({ id: text, placeholders: {}, message: undefined, context: undefined });
    }
    if (file.endsWith("contract/files/file-titles.ts")) {
      for (const id of fileTexts) onMessage({ id, placeholders: {}, message: undefined, context: undefined });
    }
    await textsOfScreens.extract(file, code, onMessage, context);
    if (!code.includes("text`")) return;
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "text")
        onMessage({ id: messageOf(node.template), placeholders: {}, message: undefined, context: undefined });
      ts.forEachChild(node, visit);
    };
    visit(source);
  },
};

/** As the tag makes it: {0} in the place of the first value. */
function messageOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const spans = template.templateSpans.map(({ literal }, place) => `{${place}}${literal.text}`);
  return [template.head.text, ...spans].join("");
}
