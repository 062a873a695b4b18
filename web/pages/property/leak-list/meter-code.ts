/** Loads the code of the second tab, which most visits of a leak list do without. */
export const loadMeterConsumption = async () =>
  (await import("../meter-consumption/MeterConsumption.tsx")).MeterConsumption;
