/** Short labels of why a row was rejected; codes without a label are shown as they are. */
const names: Readonly<Record<string, string>> = {
  unknown_serial: "Unknown meter",
  not_json: "Not readable",
  encoding: "Not readable",
  wrong_unit: "Another unit",
};

/** "Unknown meter"; "negative gallons" for a code without a name of its own. */
export function codeWords(code: string): string {
  const words = names[code] ?? code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Why a row was rejected, without its number, which is shown beside it. */
export function reasonWords(reason: string): string {
  const words = reason.replace(/^Row \d+: /, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
