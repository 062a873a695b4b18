/** What stands at 0x80 to 0x9f; the rest of Windows-1252 has the numbers of Unicode. A space where there is nothing. */
const special = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const FROM = 0x80;

function codeOf(character: string): number | null {
  const code = character.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  // The minus of figures stands as a hyphen.
  if (character === "\u2212") return 0x2d;
  const place = character === " " ? -1 : special.indexOf(character);
  return place === -1 ? null : FROM + place;
}

/** A text in Windows-1252, the letters of the fonts that every PDF reader has; null: it has others. */
export function toWindows1252(text: string): number[] | null {
  const codes = [...text.normalize("NFC")].map(codeOf);
  return codes.every((code) => code !== null) ? codes : null;
}
