import { z } from "zod";
import { addTestProperty, type TestGateway, type TestMeter } from "../../ingest/testing/ingest-site.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import { derivedRows } from "../../metering/testing/derived-rows.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";
import { HOUR_MS } from "../../time/durations.ts";

export const NOW = "2026-06-01T00:00:00Z";
export const FIRST = Date.parse("2026-05-01T05:00:00Z");
const HOURS = 20 * 24;

const repaired = z.looseObject({
  id: z.number().nullable(),
  effect: z.looseObject({
    meters: z.array(z.looseObject({ meter_serial_number: z.string(), days_changed: z.number() })),
  }),
  rejected_readings: z.array(z.looseObject({ id: z.number(), status: z.string() })),
});
export type Repaired = z.infer<typeof repaired>;

/** A site on which corrections are made by an administrator of its properties. */
export interface RepairSite extends ScopedApp {
  /** A property with a whole-unit meter S and a toilet meter T in unit 101, and a register R (litres) in unit 102. */
  addHome(): Promise<TestGateway>;
  send(gateway: TestGateway, readings: readonly object[]): Promise<void>;
  refresh(): Promise<void>;
  call(
    gateway: TestGateway,
    method: "GET" | "POST",
    path: string,
    body?: object,
    who?: Partial<RequestScope>,
  ): ReturnType<ScopedApp["ask"]>;
  /** Previews a correction, makes it and checks that both returned the same. */
  repair(gateway: TestGateway, request: object): Promise<Repaired & { id: number }>;
  /** Previews the undo of a correction, undoes it and checks that both returned the same. */
  undo(gateway: TestGateway, repairId: number): Promise<Repaired>;
  /** The rows of a list. */
  list(gateway: TestGateway, path: string): Promise<Record<string, unknown>[]>;
}

const meters: TestMeter[] = [
  { serial: "S", unit: "101", attachedTo: "SPOE", registerFactor: null },
  { serial: "T", unit: "101", attachedTo: "Toilet", registerFactor: null },
  { serial: "R", unit: "102", attachedTo: "SPOE", registerFactor: 264.172 },
];

export async function openRepairSite(): Promise<RepairSite> {
  const app = await scopedApp(NOW);
  const call: RepairSite["call"] = ({ propertyId }, method, path, body, who = {}) =>
    app.ask({ propertyIds: [propertyId], ...who }, method, `/v1/properties/${propertyId}/${path}`, body);
  const both = async (gateway: TestGateway, path: string, request: object) => {
    const preview = await call(gateway, "POST", path, { ...request, preview: true });
    const done = await call(gateway, "POST", path, request);
    if (done.status !== 200) throw new Error(`${path} answered ${done.status}: ${done.text}`);
    const [foreseen, made] = [repaired.parse(preview.json()), repaired.parse(done.json())];
    if (JSON.stringify(foreseen.effect) !== JSON.stringify(made.effect)) {
      throw new Error(`The preview said ${JSON.stringify(foreseen.effect)}, the repair ${JSON.stringify(made.effect)}`);
    }
    return made;
  };
  return {
    ...app,
    addHome: () => addTestProperty(app.connections, "America/Chicago", meters),
    send: async ({ token }, readings) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.ask({}, "POST", "/v1/ingest/readings", readings, headers);
      if (answer.status !== 200) throw new Error(`Ingest answered ${answer.status}: ${answer.text}`);
    },
    refresh: () => refreshAll(app.connections, () => app.clock.now),
    call,
    repair: async (gateway, request) => {
      const made = await both(gateway, "repairs", { reason: "As the caretaker says.", ...request });
      if (made.id === null) throw new Error("The repair has no id.");
      return { ...made, id: made.id };
    },
    undo: (gateway, repairId) => both(gateway, `repairs/${repairId}/undo`, {}),
    list: async (gateway, path) => {
      const answer = await call(gateway, "GET", path);
      return z.object({ results: z.array(z.record(z.string(), z.unknown())) }).parse(answer.json()).results;
    },
  };
}

/** The begin of an hour of the story. */
export function hourOf(index: number): string {
  return new Date(FIRST + index * HOUR_MS).toISOString();
}

/** Use of the home in one hour in gallons: nothing at night, some by day. */
function homeUse(hour: number): number {
  return hour % 24 < 7 ? 0 : ((hour * 7919) % 13) * 0.7;
}

/** Twenty days of the home: its toilet runs continuously from the twelfth day. */
export function story(): { serial: string; hour: string; gallons: number; flow_time: number; events: number }[] {
  return Array.from({ length: HOURS }, (_, i) => {
    const leak = i >= 11 * 24 ? 3 : 0;
    const use = homeUse(i);
    const row = (serial: string, gallons: number) => ({
      serial,
      hour: hourOf(i),
      gallons: Math.round(gallons * 1000) / 1000,
      flow_time: leak > 0 ? 60 : use > 0 ? 9 : 0,
      events: use > 0 ? 2 : 0,
    });
    return [row("S", use + leak), row("T", use / 4 + leak)];
  }).flat();
}

/** The register of the other unit, in litres, a quarter past each hour. */
export function registers(): { serial: string; read_at: string; register: number }[] {
  let register = 5000;
  return Array.from({ length: HOURS }, (_, i) => {
    register += Math.round(homeUse(i) * 4);
    return { serial: "R", read_at: new Date(FIRST + i * HOUR_MS + 900_000).toISOString(), register };
  });
}

/** What is derived from the readings of a property as reports see it, whoever entered them. */
export async function seenRows({ connections }: RepairSite, { propertyId }: TestGateway): Promise<string[]> {
  const ignoredColumns = ["sequences", "classes", "register_sequences", "register_classes"];
  const lines = await derivedRows(connections, propertyId, ignoredColumns);
  return lines.filter((line) => /^(meter day|unit day|property day|leak) /.test(line));
}
