import { DAY_MS, HOUR_MS } from "../server/time/durations.ts";
import type { Outage } from "./outage.ts";
import type { SimulatedGateway } from "./places.ts";
import { Draws, hash, hashText } from "./random.ts";

const SLOT = 24 * DAY_MS;
const CHANCE = 0.4;
export const REPEATED_HOURS = 12;

function shiftOf(seed: number): number {
  return Math.floor((seed / 2 ** 32) * SLOT);
}

/** The outages of a gateway that overlap a span (milliseconds since the epoch). */
export function outagesBetween(gateway: SimulatedGateway, from: number, to: number): readonly Outage[] {
  const { faults } = gateway;
  if (faults !== "at random") return faults.filter((outage) => outage.from < to && outage.to > from);
  const seed = hash(hashText(gateway.serial), 1);
  const shift = shiftOf(seed);
  const found: Outage[] = [];
  for (let slot = Math.floor((from + shift) / SLOT); slot <= Math.floor((to + shift) / SLOT); slot += 1) {
    const outage = outageOfSlot(seed, slot);
    if (outage !== null && outage.from < to && outage.to > from) found.push(outage);
  }
  return found;
}

function outageOfSlot(seed: number, slot: number): Outage | null {
  const random = new Draws(hash(seed, slot));
  if (!random.chance(CHANCE)) return null;
  const length = random.whole(2, 30) * HOUR_MS;
  const from = Math.floor(slot * SLOT - shiftOf(seed) + random.uniform() * (SLOT - length));
  return { from, to: from + length, hours: random.chance(0.65) ? "late" : "lost", repeats: random.chance(0.3) };
}

/** Whether a gateway is sending at an instant (milliseconds since the epoch), as its heartbeat would show. */
export function isGatewayUp(gateway: SimulatedGateway, at: number): boolean {
  if (gateway.silentFrom !== null && at >= gateway.silentFrom) return false;
  return outagesBetween(gateway, at, at + 1).length === 0;
}
