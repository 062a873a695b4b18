import ranked from "@zxcvbn-ts/language-common/src/passwords.json" with { type: "json" };

/** So many of the most common are rejected, decorated ones too; 3,000 are required, but a lookup costs the same. */
const ECONNREFUSED = 10_000;
/** Common ones shorter than this are parts of many a good password… */
const SHORTEST_CORE = 5;
/** …except where the rest is only digits that are common too: `Love12345!`. */
const SHORTEST_WORD = 3;

/** Most common first, in lower case. */
const common: ReadonlySet<string> = new Set(ranked.slice(0, ECONNREFUSED));

/** Characters that substitute letters. */
const letters: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
};

/**
 * Whether a password is one of the most common, or one of them with only capitals, digits and special characters
 * added: `Dragon2024!!`, `P@ssw0rd123`. Few of the most common would pass the other rules as they are; those are how
 * people make them pass, and what attackers try next.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return (
    common.has(lower) ||
    coresOf(lower).some((core) => core.length >= SHORTEST_CORE && common.has(core)) ||
    isWordWithDigits(lower.replaceAll(/[^\p{L}0-9]/gu, ""))
  );
}

/** Whether a text is a common one and then digits; after a short one, digits that are common themselves. */
function isWordWithDigits(text: string): boolean {
  for (let at = SHORTEST_WORD; at < text.length; at += 1) {
    const [word, digits] = [text.slice(0, at), text.slice(at)];
    const isLikely = word.length >= SHORTEST_CORE || common.has(digits);
    if (/^[0-9]+$/.test(digits) && isLikely && common.has(word)) return true;
  }
  return false;
}

/** What may remain when decorations are removed. */
function coresOf(lower: string): string[] {
  const bare = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const withoutSigns = lower.replaceAll(/[^\p{L}0-9]/gu, "");
  const readings = [lower, lower.replace(/[^\p{L}]+$/u, ""), lower.replace(/[^\p{L}@$]+$/u, "")].map((text) =>
    [...text].map((sign) => letters[sign] ?? sign).join(""),
  );
  return [bare, withoutSigns, withoutSigns.replace(/[0-9]+$/, ""), withoutSigns.replace(/^[0-9]+/, ""), ...readings];
}
