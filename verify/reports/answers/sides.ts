import { leakCostOf, leakOf, type Sums } from "../figures/sums.ts";
import { dollarsOf, percentOf } from "../figures/units-of-measure.ts";

/** Figures of some days, null where nothing was measured: volumes in thousandths, money in millionths of a dollar. */
export const gallonsIn = ({ gallons }: Sums) => gallons;
export const leakIn = (sums: Sums) => (sums.gallons === null ? null : leakOf(sums));
export const leakPercentIn = (sums: Sums) => percentOf(leakOf(sums), sums.gallons);
export const leakCostIn = (sums: Sums) => (sums.gallons === null ? null : leakCostOf(sums));
export const leakingIn = (sums: Sums) => (sums.gallons === null ? null : sums.unitsLeaking.size);

/** Gallons per bedroom and day: of whole units, of toilets, of heaters. */
export const wholeUseIn = (sums: Sums) => useOf(sums.wholeGallons, sums.wholeBedrooms);
export const toiletUseIn = (sums: Sums) => useOf(sums.toiletReadGallons, sums.toiletBedrooms);
export const heaterUseIn = (sums: Sums) => useOf(sums.heaterReadGallons, sums.heaterBedrooms);

function useOf(thousandths: number, bedroomDays: number): number | null {
  return bedroomDays === 0 ? null : thousandths / 1000 / bedroomDays;
}

export const dollarsOrNull = (millionths: number | null) => (millionths === null ? null : dollarsOf(millionths));
