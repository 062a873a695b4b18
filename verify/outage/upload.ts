import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { importCalls } from "../../contract/imports.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { serialsOf } from "../harness/place-serials.ts";
import { thousandthsOf } from "../harness/thousandths-of.ts";

const { response: importRow } = importCalls["POST /v1/properties/{property_id}/imports"];
type ImportRow = z.infer<typeof importRow>;

const FIRST_HOUR = Date.UTC(2026, 4, 1);

/** A file of hours of all meters of a place, as `startTraffic` would send them. */
export function fileOf(place: BenchPlace, meters: number, hours: number): string {
  const serials = serialsOf(place, meters);
  const lines = ["serial,hour,gallons"];
  for (let hour = 0; hour < hours; hour++) {
    const time = new Date(FIRST_HOUR + hour * HOUR_MS).toISOString();
    for (const [meter, serial] of serials.entries()) {
      lines.push(`${serial},${time},${thousandthsOf(meter, hour) / 1000}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Waits until an import is as it is wanted. @throws Error when it ends otherwise */
export async function waitForImport(
  url: string,
  cookie: string,
  { propertyId }: BenchPlace,
  id: number,
  isSo: (row: ImportRow) => boolean,
): Promise<ImportRow> {
  for (;;) {
    const answer = await fetch(`${url}/v1/properties/${propertyId}/imports/${id}`, { headers: { cookie } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`An import was answered with ${answer.status}: ${text.slice(0, 300)}`);
    const row = importRow.parse(JSON.parse(text));
    if (isSo(row)) return row;
    if (row.state !== "waiting" && row.state !== "running") {
      throw new Error(`The import ended too early: ${row.state} ${row.error ?? ""}`);
    }
    await pause(20);
  }
}
