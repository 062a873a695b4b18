/** A piece of a line, in the order in which it stands on the page. */
export interface Part {
  text: string;
  isRightToLeft: boolean;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;
const NUMBERS = /(\p{Nd}+(?:[.,:/]\p{Nd}+)*)/u;
const mirrored: Readonly<Record<string, string>> = Object.fromEntries(
  ["()", "[]", "{}", "<>", "«»"].flatMap(([left = "", right = ""]) => [
    [left, right],
    [right, left],
  ]),
);

function isRightToLeft(character: string): boolean {
  return RIGHT_TO_LEFT.test(character) && !DIGIT.test(character);
}

/**
 * The parts of a line of a language that is written from left to right, from left to right: what is written from right to
 * left is in reverse order, numbers in it are not. The Unicode Bidirectional Algorithm (UAX 9) without explicit
 * directions, which names and addresses do not need.
 */
export function visualOrder(line: string): Part[] {
  const characters = [...line];
  const parts: Part[] = [];
  let start = 0;
  for (let at = 0; at < characters.length; at++) {
    if (!isRightToLeft(characters[at] ?? "")) continue;
    let end = at;
    for (let next = at; next < characters.length; next++) {
      const character = characters[next] ?? "";
      if (isRightToLeft(character) || DIGIT.test(character)) end = next;
      else if (LETTER.test(character)) break;
    }
    parts.push({ text: characters.slice(start, at).join(""), isRightToLeft: false });
    parts.push(...reversed(characters.slice(at, end + 1).join("")));
    start = end + 1;
    at = end;
  }
  parts.push({ text: characters.slice(start).join(""), isRightToLeft: false });
  return parts.filter(({ text }) => text !== "");
}

/** Words from right to left, with the numbers among them as they are; each sign between words is a part of its own. */
function reversed(text: string): Part[] {
  return text
    .split(NUMBERS)
    .flatMap((piece, index): Part[] =>
      index % 2 === 1
        ? [{ text: piece, isRightToLeft: false }]
        : piece
            .split(/((?:(?![\p{L}\p{M}]).))/u)
            .map((word) => ({ text: mirrored[word] ?? word, isRightToLeft: true })),
    )
    .toReversed();
}
