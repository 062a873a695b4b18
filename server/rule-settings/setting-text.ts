import type { RuleName } from "../../contract/leaks/rule-settings.ts";
import type { Text } from "../problem/text.ts";

/** Unit in which a setting is shown; internally, volumes are thousandths of a gallon. */
export type SettingUnit =
  | "gallons"
  | "gallons per minute"
  | "hours"
  | "minutes"
  | "days"
  | "nights"
  | "draws"
  | "points"
  | "counts"
  | "times"
  | "share";

/** How a setting is described. */
export interface SettingLabel {
  unit: SettingUnit;
  rule: RuleName;
  /** Its meaning below the name of its rule: "on a toilet: hours in a row with water". */
  label: Text;
  /** A sentence that is clear without context. */
  description: Text;
}
