import { HOUR_MS } from "../readings/durations.ts";
import type { Register } from "../readings/register.ts";

/** Litres that this household draws in the hours of its day: mornings and evenings, nights dry. */
const LITRES_BY_HOUR: Record<number, number> = { 6: 60, 7: 25, 12: 15, 18: 40, 21: 30 };

/** Registers of a household without a leak, read every hour at twelve minutes past; instants in UTC. */
export function householdRegisters(from: number, days: number): Register[] {
  let litres = 5000;
  return Array.from({ length: days * 24 }, (_, number) => {
    const at = from + number * HOUR_MS + 720_000;
    const today = 1 + ((Math.floor(number / 24) * 7) % 5) / 10;
    const register = { at, millilitres: litres * 1000 };
    litres += Math.round((LITRES_BY_HOUR[number % 24] ?? 0) * today);
    return register;
  });
}
