import { z } from "zod";
import type { Body } from "./bodies.ts";

const answer = z.object({ stored: z.number() });

/** Posts one hour of a property. @throws Error unless all of it was stored */
export async function postHour(url: string, token: string, { json, readings }: Body): Promise<void> {
  const response = await fetch(`${url}/v1/ingest/readings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: new Uint8Array(json),
  });
  const text = await response.text();
  if (!response.ok || answer.parse(JSON.parse(text)).stored !== readings) {
    throw new Error(`An hour was not stored: ${response.status} ${text.slice(0, 500)}`);
  }
}
