import { t } from "@lingui/core/macro";

/** Short labels of why a row was rejected; codes without a label are shown as they are. */
const names: Readonly<Record<string, string>> = {
  unknown_serial: t`Unknown meter`,
  not_json: t`Not readable`,
  encoding: t`Not readable`,
  wrong_unit: t`Another unit`,
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
