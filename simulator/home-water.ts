import type { CalendarDay } from "./calendar-day.ts";
import { tapFlow, toiletFlow } from "./fixtures.ts";
import { addFlow, type Flow } from "./flow.ts";
import type { Home } from "./home.ts";

/** All water of a home: exactly the sum of its toilets, its heater and its cold taps, leaks included. */
export function homeFlow(home: Home, date: CalendarDay): Flow {
  return withToilets(tapFlow(home, date).all, home, date);
}

/** The cold one of two meters: everything but what enters the heater. */
export function coldFlow(home: Home, date: CalendarDay): Flow {
  return withToilets(tapFlow(home, date).cold, home, date);
}

/** The hot one of two meters, and a water heater's. */
export function hotFlow(home: Home, date: CalendarDay): Flow {
  return tapFlow(home, date).hot;
}

function withToilets(flow: Flow, home: Home, date: CalendarDay): Flow {
  for (let index = 0; index < home.toilets.length; index += 1) addFlow(flow, toiletFlow(home, date, index));
  return flow;
}
