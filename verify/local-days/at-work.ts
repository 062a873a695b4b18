import { setTimeout as pause } from "node:timers/promises";
import { importCalls } from "../../contract/readings/imports.ts";
import type { Person } from "../harness/person.ts";
import { reportCalls } from "../reports/requests/answers.ts";

const { response: importRow } = importCalls["POST /v1/properties/{property_id}/imports"];
const PATHS = [
  "/v1/session",
  "/v1/alerts",
  "/v1/leaks",
  ...reportCalls.filter((call) => !call.includes("{")).map((call) => call.slice("GET ".length)),
];

/** Asks for what a person looks at first. @returns what went wrong, in sentences */
export async function ask({ url, cookie }: Person, label: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of PATHS) {
    const answer = await fetch(url + path, { headers: { cookie } });
    await answer.arrayBuffer();
    // Some reports require a place.
    if (answer.status !== 200 && answer.status !== 400)
      wrong.push(`${label}: ${path} was answered with ${answer.status}`);
  }
  return wrong;
}

/** Waits until an import has ended, well or not. @returns whether it did within so many seconds */
export async function waitUntilImported(
  { url, cookie }: Person,
  propertyId: number,
  id: number,
  timeoutMs: number,
): Promise<boolean> {
  const began = performance.now();
  while (performance.now() - began < timeoutMs * 1000) {
    const answer = await fetch(`${url}/v1/properties/${propertyId}/imports/${id}`, { headers: { cookie } });
    const row = importRow.safeParse(await answer.json());
    if (row.data?.state === "done" || row.data?.state === "failed") return true;
    await pause(100);
  }
  return false;
}
