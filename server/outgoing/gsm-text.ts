/** The alphabet of text messages (GSM 03.38): with any other character a message takes twice the room. */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Characters of it that take two places. */
const EXTENDED = "^{}\\[~]|€";
const basic = new Set(BASIC);
const extended = new Set(EXTENDED);

/** What stands for characters that people hardly miss. */
const similar: Readonly<Record<string, string>> = {
  "…": "...",
  "–": "-",
  "—": "-",
  "‑": "-",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "•": "-",
  "·": "-",
  "×": "x",
  "³": "3",
  "²": "2",
  "₹": "INR ",
  "₪": "ILS ",
  ç: "c",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
};

/**
 * A text in the alphabet of text messages as far as its reader can do without the rest: the accents that it lacks, as in
 * "válvula", are left out, others, as in "año", stay. Other scripts and pictures stay as they are.
 */
export function toGsm(text: string): string {
  return [...text.normalize("NFC")]
    .map((character) => {
      if (isGsm(character)) return character;
      const bare = similar[character] ?? (/\p{Zs}/u.test(character) ? " " : withoutAccent(character));
      return [...bare].every(isGsm) ? bare : character;
    })
    .join("");
}

function withoutAccent(character: string): string {
  return character.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

function isGsm(character: string): boolean {
  return basic.has(character) || extended.has(character);
}

/** How many places of a message its characters take; one of another alphabet counts as one. */
export function placesOf(text: string): number {
  return [...text].reduce((sum, one) => sum + (extended.has(one) ? 2 : 1), 0);
}

/** How many messages a text is sent, and billed, as. */
export function smsParts(text: string): number {
  if ([...text].every(isGsm)) {
    const places = placesOf(text);
    return places <= 160 ? 1 : Math.ceil(places / 153);
  }
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
}
