import { type RejectedReading, repairCalls } from "../../contract/readings/repairs.ts";
import { ask, type Person } from "../harness/person.ts";
import type { BadRow } from "./rejected-batches.ts";

const PAGE = 50;
const list = repairCalls["GET /v1/properties/{property_id}/rejected-readings"].response;
const { response: repair } = repairCalls["POST /v1/properties/{property_id}/repairs"];

/** The open rejected rows of a property, the first fifty of them. */
export async function listRejected(person: Person, propertyId: number): Promise<RejectedReading[]> {
  const path = `/v1/properties/${propertyId}/rejected-readings?page_size=${PAGE}`;
  return list.parse((await ask(person, ["GET", path])).value).results;
}

/** Sends rejected rows again as they should have been. @returns how many of them were stored */
export async function putRight(
  person: Person,
  propertyId: number,
  rejected: readonly RejectedReading[],
  bad: readonly BadRow[],
): Promise<number> {
  const rows = rejected.map(({ id, raw, raw_form }) => {
    const known = bad.find(({ text }) => raw.includes(text));
    if (known === undefined) return { id };
    return raw_form === "file" ? { id, raw: raw.replace(known.text, known.right.hour) } : { id, reading: known.right };
  });
  const { value } = await ask(person, [
    "POST",
    `/v1/properties/${propertyId}/repairs`,
    { kind: "redrive", reason: "The gateway's clock was read wrongly.", rows },
  ]);
  return repair.parse(value).rejected_readings.filter(({ status }) => status === "stored").length;
}
