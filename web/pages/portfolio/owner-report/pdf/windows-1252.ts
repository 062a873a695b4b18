/** What stands at 0x80 to 0x9f; the rest of Windows-1252 has the numbers of Unicode. A space where there is nothing. */
const special = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const [FROM, UNKNOWN] = [0x80, "?".charCodeAt(0)];

/** Letters without a form of their own when their mark is taken away. */
const plainLetters: Readonly<Record<string, string>> = { ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i", "\u2212": "-" };

function codeOf(character: string): number | null {
  const code = character.codePointAt(0) ?? UNKNOWN;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  const place = character === " " ? -1 : special.indexOf(character);
  return place === -1 ? null : FROM + place;
}

/** A text in Windows-1252. Other characters lose their diacritics ("ő" becomes "o"), else become "?". */
export function toWindows1252(text: string): number[] {
  return [...text.normalize("NFC")].flatMap((character) => {
    const code = codeOf(character);
    if (code !== null) return [code];
    const plain = plainLetters[character] ?? character.normalize("NFD").replaceAll(/\p{M}/gu, "");
    return [codeOf(plain) ?? UNKNOWN];
  });
}
