/**
 * Text of others for a terminal: control characters, with which a meter's serial number could clear the screen or
 * pretend to be an answer of this program, are shown as \xNN.
 */
export function plainText(text: string): string {
  return Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
    return isControl ? `\\x${code.toString(16).padStart(2, "0")}` : letter;
  }).join("");
}
