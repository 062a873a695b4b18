import ts from "typescript";
import { messagesIn } from "./messages/found.ts";
import { readSources } from "./messages/sources.ts";
import { textsOf } from "./messages/texts.ts";

const sources = readSources(["contract", "server"]);
const seen = new Set<ts.Node>();
const found = messagesIn(sources, seen);
for (const m of found) console.log([m.code, m.field, JSON.stringify(m.text), m.file].join(" | "));
const SENT = /^[A-Z{].* .*[.?!]\n?$/s;
for (const [file, s] of sources) {
  const visit = (n: ts.Node): void => {
    if (seen.has(n)) return;
    if ((ts.isStringLiteralLike(n) || ts.isTemplateExpression(n)) ) {
      const [t = ""] = textsOf(n, sources);
      if (SENT.test(t)) console.log("REST", file, n.parent.parent.getText().slice(0, 30).replaceAll("\n", " "), JSON.stringify(t));
    }
    ts.forEachChild(n, visit);
  };
  visit(s);
}
