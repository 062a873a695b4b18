/** Short labels of why a row was rejected; codes without a label are shown as they are. */
const names: Readonly<Record<string, string>> = {
  unknown_serial: "Unknown meter",
  not_json: "Not readable",
  encoding: "Not readable",
  wrong_unit: "Another unit",
};

/** "Unknown meter"; "negative gallons" for a code without a name of its own. */
export function codeLabel(code: string): string {
  const text = names[code] ?? code.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why a row was rejected, without its number, which is shown beside it. */
export function reasonText(reason: string): string {
  const text = reason.replace(/^Row \d+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
