import { hiddenIn } from "../../../contract/call/fields.ts";

/**
 * Untrusted text for a terminal: control characters, with which a meter's serial number could clear the screen or forge
 * output of this program, are shown as \xNN, and bidirectional controls as \uNNNN.
 */
export function plainText(text: string): string {
  return Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (hiddenIn(letter) === null) return letter;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16)}`;
  }).join("");
}
