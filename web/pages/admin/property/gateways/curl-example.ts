import type { MeterRow } from "../../../../../contract/inventory/places.ts";

const HOUR = 3_600_000;

interface Params {
  /** Where the product is reached: "https://water.example". */
  origin: string;
  token: string;
  /** A meter of the property; undefined: none is known. */
  meter: Pick<MeterRow, "serial_number" | "register_unit"> | undefined;
  /** Milliseconds. */
  now: number;
}

/** A command that sends a first reading, of the last whole hour or of a register now. */
export function curlExample({ origin, token, meter, now }: Params): string {
  const serial = meter?.serial_number ?? "YOUR-METER";
  const hour = new Date(Math.floor(now / HOUR) * HOUR - HOUR).toISOString().replace(".000Z", "Z");
  const reading =
    meter === undefined || meter.register_unit === null
      ? { serial, hour, gallons: 12.5 }
      : { serial, read_at: new Date(now).toISOString(), register: 1000 };
  return [
    `curl -X POST ${origin}/v1/ingest/readings \\`,
    `  -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" \\`,
    // Within quotes of the shell its own are written so.
    `  -d '${JSON.stringify([reading]).replaceAll("'", "'\\''")}'`,
  ].join("\n");
}
