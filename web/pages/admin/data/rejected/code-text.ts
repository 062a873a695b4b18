import { t } from "@lingui/core/macro";

/** Short labels of why a row was rejected; codes without a label are shown as they are. */
const names: Readonly<Record<string, string>> = {
  ambiguous_local_time: t`Time that the clocks showed twice`,
  empty_row: t`Empty row`,
  encoding: t`Not readable`,
  events: t`Wrong number of draws`,
  failed: t`Not stored`,
  flow_time: t`Wrong flow time`,
  future: t`In the future`,
  hours: t`Wrong number of hours`,
  invalid_json: t`Not readable`,
  minutes: t`Wrong interval`,
  missing_column: t`Too few columns`,
  missing_value: t`No value`,
  negative: t`Negative`,
  no_reading: t`No reading in it`,
  no_such_local_time: t`Time that the clocks skipped`,
  no_uplink_mapping: t`No uplink mapping`,
  no_volume: t`No value`,
  not_a_number: t`Not a number`,
  not_an_hour: t`Not the start of an hour`,
  not_an_object: t`Not a reading`,
  not_json: t`Not readable`,
  not_utf8: t`Not readable`,
  out_of_range: t`Out of range`,
  sequence: t`Wrong sequence number`,
  serial: t`No serial number`,
  several_rows: t`Several rows`,
  time: t`Wrong time`,
  too_large: t`Too large`,
  too_old: t`Too old`,
  two_kinds: t`Two kinds of readings`,
  unbalanced_quotes: t`Quotation mark not closed`,
  unknown_field: t`Unknown field`,
  unknown_serial: t`Unknown meter`,
  unparsable: t`Not readable`,
  uplink: t`Not readable`,
  uplink_mapping: t`Does not fit the uplink mapping`,
  wrong_kind: t`Another kind of reading`,
  wrong_unit: t`Another unit`,
};

/** "Unknown meter"; "Some other code" for a code without a name of its own. */
export function codeLabel(code: string): string {
  const text = names[code] ?? code.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why a row was rejected, without its number, which is shown beside it. */
export function reasonText(reason: string): string {
  const text = reason.replace(/^(Row|Fila) \d+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
