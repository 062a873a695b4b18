import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";
import { visualOrder } from "./visual-order.ts";

export type Weight = "regular" | "bold";

/** A font that is embedded in a file, as far as the file has letters of it. */
export interface EmbeddedFont {
  name: string;
  bytes: Buffer;
  font: Font;
}

/** A text in one font. */
export interface Run {
  text: string;
  font: EmbeddedFont;
}

const weights: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };
/** By the share of names that need them. */
const subsets = ["latin", "latin-ext", "cyrillic", "greek", "vietnamese", "cyrillic-ext", "greek-ext"];

/** Inter as on the screens, Arabic in its joined forms, and for all other scripts and signs the plain letters of Unifont. */
function filesOf(weight: Weight): string[] {
  return [
    ...subsets.map((subset) => `@fontsource/inter/files/inter-${subset}-${weights[weight]}-normal.woff`),
    `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weights[weight]}-normal.woff`,
    "@fontsource/unifontex/files/unifontex-latin-400-normal.woff",
  ];
}

const { resolve } = createRequire(import.meta.url);
const opened = new Map<string, EmbeddedFont>();

function open(file: string): EmbeddedFont {
  const known = opened.get(file);
  if (known !== undefined) return known;
  const bytes = unpackWoff(readFileSync(resolve(file)));
  const font = create(bytes);
  if (!("hasGlyphForCodePoint" in font)) throw new Error(`${file} has several fonts.`);
  const made = { name: file, bytes, font };
  opened.set(file, made);
  return made;
}

/** Printed for a character that no font has: rare ideographs, and scripts that are no longer written. */
const MISSING = "□";

/** The first font that has a character; null: none has it. */
function fontWith(character: string, weight: Weight): EmbeddedFont | null {
  const code = character.codePointAt(0) ?? 0;
  for (const file of filesOf(weight)) {
    const candidate = open(file);
    if (candidate.font.hasGlyphForCodePoint(code)) return candidate;
  }
  return null;
}

/** A line as it is drawn from left to right, each part in a font that has its letters. */
export function runsOf(line: string, weight: Weight): Run[] {
  return visualOrder(line.normalize("NFC").replaceAll(/\p{Cc}+/gu, " ")).flatMap(({ text, isRightToLeft }) => {
    const runs = inFonts(text, weight);
    return isRightToLeft ? runs.toReversed() : runs;
  });
}

function inFonts(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    // Accents stay with their letter; what only changes the look of a sign before it is not printed by itself.
    const isJoined = /[\p{M}\p{Join_Control}]/u.test(character);
    if (isJoined && last?.font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) last.text += character;
    else if (!/[\p{Cf}\p{Variation_Selector}]/u.test(character)) append(runs, character, weight);
  }
  return runs;
}

function append(runs: Run[], character: string, weight: Weight): void {
  const font = fontWith(character, weight);
  const printed = font === null ? MISSING : character;
  const used = font ?? fontWith(MISSING, weight);
  if (used === null) throw new Error("No font has the sign for missing characters.");
  const last = runs.at(-1);
  if (last?.font === used) last.text += printed;
  else runs.push({ text: printed, font: used });
}
