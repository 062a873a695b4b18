import { gzipSync } from "node:zlib";
import { benchProperty } from "../../bench/ingest/bench-property.ts";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { type IngestAnswer, ingestAnswer } from "../../contract/readings/ingest.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import type { Draws } from "../../simulator/random.ts";
import { pointsOf } from "../../simulator/received.ts";

/** A reading as the ingest call takes it. */
export interface Reading {
  serial: string;
  hour: string;
  gallons: number;
}

/** Thousandths of a gallon of a meter in an hour: any numbers that differ from their neighbours. */
export function thousandthsOf(meter: number, hour: number): number {
  return (meter * 7919 + hour * 104_729) % 5000;
}

/** The serial numbers of the meters of a place that was made with so many. */
export function serialsOf({ property }: BenchPlace, meters: number): string[] {
  return pointsOf(benchProperty(property, meters)).map(({ serialNumber }) => serialNumber);
}

/** So many numbers from one on. */
export function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => from + n);
}

/**
 * Readings of all meters of a place, hour after hour, of the volumes of `thousandthsOf`.
 * @param hours counted from `firstHour` (milliseconds) on
 * @param more thousandths of a gallon in each beyond its volume
 */
export function readingsOf(
  place: BenchPlace,
  meters: number,
  firstHour: number,
  hours: readonly number[],
  more = 0,
): Reading[] {
  const serials = serialsOf(place, meters);
  return hours.flatMap((n) => {
    const hour = new Date(firstHour + n * HOUR_MS).toISOString();
    return serials.map((serial, meter) => ({ serial, hour, gallons: (thousandthsOf(meter, n) + more) / 1000 }));
  });
}

/** They as a body of the ingest call. */
export function bodyOf(...params: Parameters<typeof readingsOf>): string {
  return JSON.stringify(readingsOf(...params));
}

/** Readings as a file. */
export function csvOf(readings: readonly Reading[]): string {
  const lines = readings.map(({ serial, hour, gallons }) => `${serial},${hour},${gallons}`);
  return ["serial,hour,gallons", ...lines, ""].join("\n");
}

/** Sends a body to the ingest call as the gateway of a place. @throws TypeError where there is no answer */
export async function postReadings(
  { url }: { url: string },
  { token }: Pick<BenchPlace, "token">,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  const answer = await fetch(`${url}/v1/ingest/readings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get("retry-after") };
}

/** Sends readings line by line and packed. */
export function postLines(
  server: { url: string },
  place: Pick<BenchPlace, "token">,
  readings: readonly Reading[],
  headers: Record<string, string> = {},
): ReturnType<typeof postReadings> {
  const lines = readings.map((reading) => JSON.stringify(reading)).join("\n");
  const packed = { "content-type": "application/x-ndjson", "content-encoding": "gzip", ...headers };
  return postReadings(server, place, new Uint8Array(gzipSync(lines)), packed);
}

/** Sends a body that must be taken. @throws Error where it is answered with anything but 200 */
export async function takeReadings(...params: Parameters<typeof postReadings>): Promise<IngestAnswer> {
  const { status, text } = await postReadings(...params);
  if (status !== 200) throw new Error(`A batch was answered with ${status}: ${text.slice(0, 300)}`);
  return ingestAnswer.parse(JSON.parse(text));
}

/** Such as ECONNREFUSED: why a request got no answer. */
export function failureOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error ? error.message : String(error);
}

export function shuffled<T>(values: readonly T[], draws: Draws): T[] {
  return values
    .map((value) => ({ value, at: draws.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
