import type { MeterDay } from "../server/readings/meter-day.ts";
import { type CalendarDay, calendarDay } from "./calendar-day.ts";
import { buildingFlow, gardenFlow } from "./common-water.ts";
import { toiletFlow } from "./fixtures.ts";
import type { Flow } from "./flow.ts";
import { coldFlow, homeFlow, hotFlow } from "./home-water.ts";
import type { SimulatedPoint, SimulatedProperty } from "./places.ts";

/** A day with a value in every hour. */
export interface WholeDay extends MeterDay {
  gallons: number[];
}

function flowThrough(point: SimulatedPoint, date: CalendarDay): Flow {
  const { measures } = point;
  switch (measures.what) {
    case "home":
      return homeFlow(measures.home, date);
    case "hot":
      return hotFlow(measures.home, date);
    case "cold":
      return coldFlow(measures.home, date);
    case "toilet":
      return toiletFlow(measures.home, date, measures.toilet);
    case "building":
      return buildingFlow(measures.homes, measures.common, date);
    case "irrigation":
      return gardenFlow(measures.garden, date);
  }
}

/**
 * What the meter measured on a local day (days since 1970-01-01), without reporting faults: every hour is there. Any
 * day of any point can be simulated, in any order. Flow time and events are null where the meter does not report them;
 * else both are whole numbers, 1 or more when there is volume.
 */
export function simulateDay(
  property: Pick<SimulatedProperty, "timeZone">,
  point: SimulatedPoint,
  day: number,
): WholeDay {
  const date = calendarDay(property.timeZone, day);
  const flow = flowThrough(point, date);
  const gallons = Array.from(flow.gallons);
  const { startsAt, hours } = date;
  if (!point.reportsFlow) return { day, startsAt, hours, gallons, flowTime: null, events: null, covered: 0 };
  const flowTime = new Array<number>(hours);
  const events = new Array<number>(hours);
  for (let hour = 0; hour < hours; hour += 1) {
    const isRunning = gallons[hour] > 0;
    flowTime[hour] = isRunning ? Math.min(60, Math.max(1, Math.round(flow.minutes[hour]))) : 0;
    events[hour] = isRunning ? Math.max(1, Math.round(flow.draws[hour])) : 0;
  }
  return { day, startsAt, hours, gallons, flowTime, events, covered: 0 };
}
