import type { Service } from "../../stored/stored.ts";

/** What a leak saves: thousandths of a gallon an hour between two instants, and the price of a gallon. */
export interface SavedLeak {
  service: Service;
  from: number;
  until: number;
  perHour: number;
  /** Thousandths of a dollar. */
  price: number;
}

export interface SavedSum {
  volume: number;
  millionths: number;
}

const HOUR_MS = 3_600_000;

/**
 * What leaks of one property save, each for itself and all together, moment by moment: at each, a unit saves what its
 * fixtures do, and what its top meters do beyond that; a building what its units and irrigation do, and what its own
 * meter does beyond that.
 */
export function savedOnce(leaks: readonly SavedLeak[], twice: boolean): { each: SavedSum; once: SavedSum } {
  const each = { volume: 0, millionths: 0 };
  const once = { volume: 0, millionths: 0 };
  const moments = [...new Set(leaks.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b);
  for (let i = 1; i < moments.length; i++) {
    const [begin = 0, end = 0] = moments.slice(i - 1, i + 1);
    const hours = (end - begin) / HOUR_MS;
    const now = leaks.filter(({ from, until }) => from < end && until > begin);
    add(each, now, hours);
    if (twice) add(once, now, hours);
    else for (const building of by(now, ({ buildingId }) => buildingId)) addBuilding(once, building, hours);
  }
  return { each, once };
}

function addBuilding(sum: SavedSum, leaks: SavedLeak[], hours: number) {
  const within = { volume: 0, millionths: 0 };
  add(within, at(leaks, ["Irrigation"]), hours);
  const inUnits = leaks.filter(({ service }) => service.unitId !== null);
  for (const unit of by(inUnits, ({ unitId }) => unitId)) {
    const fixtures = { volume: 0, millionths: 0 };
    add(fixtures, at(unit, ["Toilet", "Water Heater"]), hours);
    addBeyond(within, at(unit, ["SPOE", "DPOE"]), fixtures, hours);
  }
  addBeyond(sum, at(leaks, ["Building"]), within, hours);
}

/** Adds what is below, and what the meters above save more than that, at the mean price of what these save. */
function addBeyond(sum: SavedSum, above: SavedLeak[], below: SavedSum, hours: number) {
  const all = { volume: 0, millionths: 0 };
  add(all, above, hours);
  const more = Math.max(0, all.volume - below.volume);
  sum.volume += below.volume + more;
  sum.millionths += below.millionths + (more === 0 ? 0 : (all.millionths * more) / all.volume);
}

function add(sum: SavedSum, leaks: readonly SavedLeak[], hours: number) {
  for (const { perHour, price } of leaks) {
    sum.volume += perHour * hours;
    sum.millionths += perHour * hours * price;
  }
}

function at(leaks: SavedLeak[], points: readonly Service["attachedTo"][]): SavedLeak[] {
  return leaks.filter(({ service }) => points.includes(service.attachedTo));
}

function by(leaks: readonly SavedLeak[], place: (service: Service) => number | null): SavedLeak[][] {
  return [...Map.groupBy(leaks, ({ service }) => place(service)).values()];
}
