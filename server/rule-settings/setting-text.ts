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

/** The unit and the description of a setting. */
export interface SettingLabel {
  unit: SettingUnit;
  /** A sentence that is clear without context. */
  description: string;
}
