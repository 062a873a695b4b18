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

/** What a number that can be set is about. */
export interface SettingWords {
  unit: SettingUnit;
  /** A sentence that a stranger understands. */
  description: string;
}
