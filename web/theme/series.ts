/** What a colour in a chart means. The same meaning has the same colour on every screen. */
export type SeriesColor =
  | "normal_consumption"
  | "toilet_leak"
  | "other_leak"
  | "water_heater_leak"
  | "hybrid_leak"
  | "previous_period"
  | "percent_of_leaks";
