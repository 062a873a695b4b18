import { z } from "zod";
import { HOUR_MS } from "../../time/durations.ts";
import { type Story, storyMeters } from "./meter-stories.ts";

const hourRow = z.strictObject({
  serial: z.string(),
  hour: z.string(),
  gallons: z.number(),
  flow_time: z.number().optional(),
  events: z.number().optional(),
  hours: z.number().optional(),
  sequence: z.number().optional(),
});
const intervalRow = hourRow.omit({ hour: true, hours: true }).extend({ started_at: z.string(), minutes: z.number() });
const registerRow = z.strictObject({
  serial: z.string(),
  read_at: z.string(),
  register: z.number(),
  sequence: z.number().optional(),
});
/** A row as a gateway posts it. */
export const storyRow = z.union([hourRow, intervalRow, registerRow]);
type VolumeRow = z.infer<typeof hourRow> | z.infer<typeof intervalRow>;
export type StoryRow = z.infer<typeof storyRow>;

/** What a person decides, with all that is needed to do it. Instants are milliseconds since the epoch. */
export type Decision =
  | { what: "set aside"; serial: string; from: number; until: number }
  | {
      what: "correct";
      serial: string;
      isRegister: boolean;
      at: number;
      minutes: number | null;
      thousandths: number;
      sequence: number;
    }
  | { what: "settle"; serial: string; at: number; decision: "counts" | "restarts" }
  | { what: "accept"; row: VolumeRow }
  | { what: "swap"; serial: string; newSerial: string; at: number; closing: number | null; opening: number | null };

export const SWAPPED = "B-hot";
export const SWAPPED_IN = "B-hot-2";

export function instantOf(row: StoryRow): number {
  return Date.parse("hour" in row ? row.hour : "started_at" in row ? row.started_at : row.read_at);
}

/** What persons decide in a story; nothing that contradicts itself. */
export function decisionsOf({ decided }: Story, rows: StoryRow[]): Decision[] {
  const settled = new Set<string>();
  return decided.flatMap(({ what, meter, at, hours, gallons, counts }, i): Decision[] => {
    const { serial, registerFactor } = storyMeters[meter] ?? { serial: "", registerFactor: null };
    const own = rows.filter((row) => row.serial === serial);
    const row = own[at % Math.max(1, own.length)];
    if (row === undefined) return [];
    const instant = instantOf(row);
    const isRegister = registerFactor !== null;
    if (what === "set aside") return [{ what, serial, from: instant, until: instant + hours * HOUR_MS }];
    if (what === "correct") {
      const thousandths = "register" in row ? Math.round(row.register * 1000) + gallons * 200 : gallons * 1000;
      const minutes = "minutes" in row ? row.minutes : null;
      return [{ what, serial, isRegister, at: instant, minutes, thousandths, sequence: i + 1 }];
    }
    const key = `${serial} ${Math.floor(instant / 1000)}`;
    if (what === "settle" && isRegister && !settled.has(key)) {
      settled.add(key);
      const second = Math.floor(instant / 1000) * 1000;
      return [{ what, serial, at: second, decision: counts ? "counts" : "restarts" }];
    }
    const beyond = own.find((other) => "gallons" in other && other.gallons >= 30_000);
    return what === "accept" && beyond !== undefined && "gallons" in beyond ? [{ what, row: beyond }] : [];
  });
}

/** The swap of a story: afterwards most of what the old meter would have sent is the new one's, from zero. */
export function swapIn({ swappedAfter }: Story, rows: StoryRow[]): { swap: Decision | null; rows: StoryRow[] } {
  const own = rows.filter((row) => row.serial === SWAPPED && "register" in row);
  const last = swappedAfter === null ? undefined : own[swappedAfter % Math.max(1, own.length)];
  if (last === undefined || !("register" in last)) return { swap: null, rows };
  const { register } = last;
  const at = Math.floor(instantOf(last) / 1000) * 1000 + 600_000;
  const swap: Decision = {
    what: "swap",
    serial: SWAPPED,
    newSerial: SWAPPED_IN,
    at,
    closing: Math.round(register * 1000) + 500,
    opening: 3250,
  };
  const swapped = rows.map((row, i): StoryRow => {
    const stays = row.serial !== SWAPPED || !("register" in row) || (instantOf(row) > at ? i % 3 === 0 : i % 9 !== 0);
    if (stays) return row;
    const shown = Math.max(0, Math.round((row.register - register + 10) * 100) / 100);
    return { ...row, serial: SWAPPED_IN, register: shown };
  });
  return { swap, rows: swapped };
}
