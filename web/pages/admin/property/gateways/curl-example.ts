import type { MeterRow } from "../../../../../contract/inventory/places.ts";

const HOUR = 3_600_000;

export type ExampleMeter = Pick<MeterRow, "serial_number" | "register_unit">;

interface Params {
  /** Where the product is reached: "https://water.example". */
  origin: string;
  token: string;
  /** A meter of the property; undefined: none is known. */
  meter: ExampleMeter | undefined;
  /** Milliseconds. */
  now: number;
}

/**
 * A command that sends a first reading. Of the last whole hour it is 0 gallons, so that whatever the gateway sends for
 * that hour counts; of a register now it has REGISTER in place of a number, and is not taken without one.
 */
export function curlExample({ origin, token, meter, now }: Params): string {
  const serial = meter?.serial_number ?? "YOUR-METER";
  const hour = new Date(Math.floor(now / HOUR) * HOUR - HOUR).toISOString().replace(".000Z", "Z");
  const reading =
    meter === undefined || meter.register_unit === null
      ? JSON.stringify({ serial, hour, gallons: 0 })
      : `${JSON.stringify({ serial, read_at: new Date(now).toISOString() }).slice(0, -1)},"register":REGISTER}`;
  return [
    `curl -X POST ${origin}/v1/ingest/readings \\`,
    `  -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" \\`,
    // Within quotes of the shell its own are written so.
    `  -d '[${reading.replaceAll("'", "'\\''")}]'`,
  ].join("\n");
}
