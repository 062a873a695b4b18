/** When people are up and in, and what they open then. Shapes only: how much comes from `fixtures.ts`. */

export type HabitName = "office" | "family" | "retired" | "night shift" | "student";
export type UseName = "toilet" | "faucet" | "shower" | "bath" | "clothes washer" | "dishwasher";

interface Habit {
  /** How likely people are awake at home in each hour of a weekday and of a weekend day, 0 to 9. */
  weekday: string;
  weekend: string;
  /** Hours by which their day lies later than most people's. */
  later: number;
  /** Chance of a journey of some days in each 45 days. */
  journeys: number;
}

export const habits: Record<HabitName, Habit> = {
  //                    0     6     12    18
  office: { weekday: "000003981111111146999840", weekend: "100001478888776677888742", later: 0, journeys: 0.45 },
  family: { weekday: "000014996333333688999620", weekend: "000001599999888889999730", later: 0, journeys: 0.3 },
  retired: { weekday: "000003899877787788887400", weekend: "000003899877787788887400", later: 0, journeys: 0.35 },
  "night shift": { weekday: "111113887100000049997411", weekend: "310001358888777778888753", later: 1, journeys: 0.3 },
  student: { weekday: "400000369743334456788998", weekend: "730000014788776667777899", later: 1, journeys: 0.6 },
};

/** How much each hour suits a use, 0 to 9. */
const useHours: Record<UseName, string> = {
  //                0     6     12    18
  toilet: "321124898766766677788764",
  faucet: "111113676556765568987532",
  shower: "100027996421112234566542",
  bath: "000000111111111235687310",
  "clothes washer": "000000246788776667653100",
  dishwasher: "210000124432233234789753",
};

/** Weekend days take more than weekdays: people are at home. */
const weekdayFactor = 0.94;
const weekendFactor = 1.15;

/** A body needs the toilet at night too: a little of each use goes on whoever is asleep. */
const restlessness: Record<UseName, number> = {
  toilet: 2.4,
  faucet: 1.1,
  shower: 0.1,
  bath: 0,
  "clothes washer": 0,
  dishwasher: 0.1,
};

function hourlyShares(habit: Habit, use: UseName, weekend: boolean): Float64Array {
  const presence = weekend ? habit.weekend : habit.weekday;
  const shares = Float64Array.from({ length: 24 }, (_, hour) => {
    const suits = Number(useHours[use][(hour - habit.later + 24) % 24]);
    return suits * (Number(presence[hour]) + restlessness[use]);
  });
  const scale = (weekend ? weekendFactor : weekdayFactor) / shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share * scale);
}

function sharesOf(habit: Habit, weekend: boolean): Record<UseName, Float64Array> {
  return {
    toilet: hourlyShares(habit, "toilet", weekend),
    faucet: hourlyShares(habit, "faucet", weekend),
    shower: hourlyShares(habit, "shower", weekend),
    bath: hourlyShares(habit, "bath", weekend),
    "clothes washer": hourlyShares(habit, "clothes washer", weekend),
    dishwasher: hourlyShares(habit, "dishwasher", weekend),
  };
}

function bothSorts(name: HabitName) {
  return { weekday: sharesOf(habits[name], false), weekend: sharesOf(habits[name], true) };
}

/** Share of an average day's draws of each use in each hour of the wall clock, by habit and sort of day. */
export const shares: Record<HabitName, Record<"weekday" | "weekend", Record<UseName, Float64Array>>> = {
  office: bothSorts("office"),
  family: bothSorts("family"),
  retired: bothSorts("retired"),
  "night shift": bothSorts("night shift"),
  student: bothSorts("student"),
};
