import type { Page, Route } from "playwright-core";
import { describe } from "vitest";
import { z } from "zod";
import { currencies } from "../contract/display/measures.ts";
import { inSpanish } from "./in-spanish.ts";
import { tooWide } from "./screen-rules.ts";
import { knownLeak } from "./screens/screen.ts";
import { dialogs, screens } from "./screens/screens.ts";
import { atRest, test } from "./test.ts";

/** A compiled message: texts, names of values, and texts by plural. */
type Token = string | [name: string, format?: string, options?: Record<string, unknown>];
const Messages = z.record(z.string(), z.array(z.unknown()));

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [..."áƀćđéƒĝĥíĵķĺḿńóṕɋŕšţúṽŵẋýž"].flatMap((letter, i) => {
    const plain = String.fromCharCode(97 + i);
    return [
      [plain, letter],
      [plain.toUpperCase(), letter.toUpperCase()],
    ];
  }),
);

/** A text as no language writes it, as long as in Spanish, which takes a quarter more than English; tags stay. */
function pseudo(text: string): string {
  return text
    .split(/(<\/?\d+\/?>)/)
    .map((part, i) =>
      i % 2 === 1 || !/[a-z]/i.test(part) ? part : [...part].map((letter) => accents[letter] ?? letter).join(""),
    )
    .join("");
}

function pseudoToken(token: unknown): Token {
  if (typeof token === "string") return pseudo(token);
  const [name, format, options] = z
    .tuple([z.string(), z.string().optional(), z.record(z.string(), z.unknown()).optional()])
    .parse(token);
  if (format !== "plural" || options === undefined) return options === undefined ? [name] : [name, format, options];
  const written = Object.entries(options).map(([form, tokens]) => [
    form,
    Array.isArray(tokens) ? tokens.map(pseudoToken) : tokens,
  ]);
  return [name, format, Object.fromEntries(written)];
}

/** Answers the catalogue of Spanish with a made-up language. */
async function answerPseudo(route: Route): Promise<void> {
  const [, json = ""] = /JSON\.parse\((?:`|'|")(.*)(?:`|'|")\)/s.exec(await (await route.fetch()).text()) ?? [];
  const messages = Messages.parse(JSON.parse(json.replaceAll(/\\(['`\\])/g, "$1")));
  const made = Object.entries(messages).map(([id, tokens]) => [id, tokens.map(pseudoToken)]);
  await route.fulfill({
    contentType: "text/javascript",
    body: `export const messages = ${JSON.stringify(Object.fromEntries(made))};`,
  });
}

/** Words that are the same in every language, or no words: names of things outside, units, keys. */
const same = new Set(
  "Dripline gal gpd kB MB CSV XLSX PNG PDF SPOE DPOE Toilet Water Heater Ctrl Esc Enter API LoRaWAN JSON IONAdmin English Español Portfolio Property Insights UTC GPM dBm Chrome".split(
    " ",
  ),
);

const months = new Intl.DateTimeFormat("es-US", { month: "short", timeZone: "UTC" });
for (let i = 0; i < 12; i++) same.add(months.format(Date.UTC(2026, i, 1)));
for (const weekday of ["short", "long"] as const) {
  const weekdays = new Intl.DateTimeFormat("es-US", { weekday, timeZone: "UTC" });
  for (let i = 1; i <= 7; i++) same.add(weekdays.format(Date.UTC(2026, 0, i)));
}

for (const word of Intl.supportedValuesOf("timeZone").flatMap((zone) => zone.match(/\p{L}{3,}/gu) ?? []))
  same.add(word);

const currencyNames = new Intl.DisplayNames("es-US", { type: "currency" });
for (const currency of currencies)
  for (const word of `${currency} ${currencyNames.of(currency)}`.split(" ")) same.add(word);

/** Words on the page that are neither from the catalogue nor data of an answer. */
async function plainWords(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.closest("script, style, code, kbd, pre, textarea, [hidden]")) continue;
      found.push(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll(
      ":is([aria-label], [title], input[placeholder]):not([aria-hidden=true])",
    ))
      for (const name of ["aria-label", "title", "placeholder"]) found.push(element.getAttribute(name) ?? "");
    return found;
  });
  const words = texts.flatMap((text) => text.match(/\p{L}{3,}/gu) ?? []);
  return [...new Set(words)].filter(
    (word) => /^[A-Za-z]+$/.test(word) && !same.has(word) && !data.has(word.toLowerCase()),
  );
}

describe.for([...screens, ...dialogs])("$name", { concurrent: true }, (screen) => {
  test("takes every text from the catalogue, and fits in a language longer than English", async ({ visit, expect }) => {
    const page = await visit({ as: screen.as, expects: /./ });
    const path = screen.path(await knownLeak(page));
    const data = new Set<string>();
    page.on("response", async (response) => {
      if (!/json/.test(response.headers()["content-type"] ?? "")) return;
      const text = await response.text().catch(() => "");
      for (const word of text.replaceAll("\\n", " ").match(/\p{L}{3,}/gu) ?? []) data.add(word.toLowerCase());
    });
    await inSpanish(page);
    await page.route(/\/assets\/es-[^/]*\.js$/, answerPseudo);
    // Answers that the browser kept are not among its responses.
    const places = await page.request.get("/v1/admin/staff/inventory/properties?page_size=100");
    for (const word of (await places.text()).match(/\p{L}{3,}/gu) ?? []) data.add(word.toLowerCase());
    await page.goto(path);
    for (const [width, height] of [
      [1440, 900],
      [360, 780],
    ] as const) {
      await page.setViewportSize({ width, height });
      await atRest(page);
      await expect.poll(() => tooWide(page), { message: `${width} pixels` }).toEqual([]);
      // The words of an answer may be read after it is shown.
      await expect.poll(() => plainWords(page, data), { message: `${width} pixels` }).toEqual([]);
    }
  });
});
