import type { WholeCase } from "../../../../contract/leaks/cases.ts";
import { call, callWithFile } from "../../../app/api.ts";
import type { Report } from "../../../app/offline/offline-store.ts";

/**
 * Sends a report with its photos: these first, so that the event is complete from the beginning.
 * @param signal made for each request
 * @throws ApiError for every failure, or what a signal throws
 */
export async function sendReport(
  caseId: number,
  { event, photos, key, organization }: Report,
  signal?: () => AbortSignal,
): Promise<WholeCase> {
  const acting = () => ({
    params: { id: caseId },
    organization: organization ?? undefined,
    ...(signal && { signal: signal() }),
  });
  const photo_ids: number[] = [];
  for (const [index, photo] of photos.entries()) {
    const named = { ...acting(), idempotencyKey: `${key}-${index}` };
    photo_ids.push((await callWithFile("POST /v1/cases/{id}/photos", named, photo)).id);
  }
  const body = photo_ids.length === 0 ? event : { ...event, photo_ids };
  return call("POST /v1/cases/{id}/events", { ...acting(), idempotencyKey: key, body });
}
