import type { Call } from "../../contract/call/call.ts";
import { jsonSchema } from "./schema.ts";

const photo = {
  description: "The photo as the phone made it.",
  content: {
    "image/jpeg": { schema: {} },
    "image/png": { schema: {} },
    "image/webp": { schema: {} },
    "image/heic": { schema: {} },
  },
};
const anyObject = { "application/json": { schema: { type: "object" } } };

/** What calls take that read their body themselves, because it is a file or is judged row by row. */
const otherBodies: Readonly<Record<string, { description: string; content: Record<string, object> }>> = {
  "POST /v1/ingest/readings": {
    description: "Readings: a list, an object with `readings`, or one a line. Each is judged for itself.",
    content: {
      "application/json": {
        schema: { anyOf: [{ type: "array", items: { type: "object" } }, { type: "object" }] },
        example: [{ serial: "A-1001", hour: "2026-01-31T14:00:00Z", gallons: 12.5, flow_time: 9, events: 4 }],
      },
      "application/x-ndjson": { schema: { type: "string" } },
    },
  },
  "POST /v1/ingest/lorawan/chirpstack": { description: "An event of ChirpStack.", content: anyObject },
  "POST /v1/ingest/lorawan/things-stack": { description: "An uplink message of The Things Stack.", content: anyObject },
  "POST /v1/cases/{id}/photos": photo,
  "POST /v1/vendor-link/photos": photo,
  "POST /v1/properties/{property_id}/imports": {
    description: "The file, as it is or packed, or an Excel workbook.",
    content: {
      "text/csv": { schema: { type: "string" } },
      "application/gzip": { schema: {} },
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: {} },
      "application/octet-stream": { schema: {} },
    },
  },
  "POST /v1/admin/staff/inventory/import": {
    description: "The list: a file, an Excel workbook or CSV, or its rows.",
    content: {
      "text/csv": { schema: { type: "string" } },
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: {} },
      "application/octet-stream": { schema: {} },
      "application/json": {
        schema: { type: "object" },
        example: {
          rows: [
            { row: 2, cells: { property: "Oak Court", building: "Main", unit: "101", point: "SPOE", serial: "A-1" } },
          ],
        },
      },
    },
  },
};

/** The body that a call takes; null: none. */
export function bodiesOf(name: string, { body }: Call): object | null {
  const other = otherBodies[name];
  if (other !== undefined) return { required: true, ...other };
  if (body === undefined) return null;
  return { required: true, content: { "application/json": { schema: jsonSchema(body, "input") } } };
}
