import { z } from "zod";
import { ProblemError, wrongField } from "../problem/problem.ts";
import { isFields } from "./field.ts";
import { instantOf, type NetworkEvent } from "./uplink.ts";

// Fields at their default may be left out, as everywhere in this JSON; what is not named here is of no use to us.
const device = z.looseObject({ devEui: z.string(), deviceName: z.string().default("") });
const up = z.looseObject({
  deviceInfo: device,
  time: z.string().optional(),
  fCnt: z.number().default(0),
  fPort: z.number().default(0),
  object: z.record(z.string(), z.unknown()).nullish(),
  rxInfo: z.array(z.looseObject({ gatewayId: z.string(), rssi: z.number().nullish() })).default([]),
});
const status = z.looseObject({
  deviceInfo: device,
  time: z.string().optional(),
  externalPowerSource: z.boolean().default(false),
  batteryLevelUnavailable: z.boolean().default(false),
  batteryLevel: z.number().min(0).max(100).optional(),
});

const events = ["up", "status", "join", "ack", "txack", "log", "location", "integration"];
// Of all events only an uplink has one of these, and only a status one of those.
const ofUplinks = ["fCnt", "fPort", "data", "rxInfo"];
const ofStatus = ["margin", "batteryLevel", "batteryLevelUnavailable", "externalPowerSource"];

/**
 * Reads an event of ChirpStack v4's HTTP integration, JSON encoding.
 * @param eventType the event type that the integration puts into the URL: up, status, join, ack, txack, log, location,
 *   integration. Where it was lost on the way, uplinks and statuses are detected by the body
 * @throws ProblemError `invalid_fields` for a body that is not such an event, `invalid_request` for an unknown event
 */
export function readChirpStack(eventType: string | undefined, body: unknown): NetworkEvent {
  const event = eventType !== undefined && events.includes(eventType) ? eventType : eventIn(body);
  if (event === "status") {
    const read = status.safeParse(body);
    if (!read.success) throw notAnEvent("status");
    const { deviceInfo, time, externalPowerSource, batteryLevelUnavailable, batteryLevel } = read.data;
    if (externalPowerSource || batteryLevelUnavailable || batteryLevel === undefined) return { kind: "nothing" };
    return { kind: "battery", ...deviceInfo, receivedAt: instantOf(time), battery: batteryLevel };
  }
  if (event !== "up") return { kind: "nothing" };
  const read = up.safeParse(body);
  if (!read.success) throw notAnEvent("up");
  const { deviceInfo, time, fCnt, fPort, object, rxInfo } = read.data;
  return {
    kind: "uplink",
    uplink: {
      devEui: deviceInfo.devEui,
      deviceName: deviceInfo.deviceName,
      payload: object ?? null,
      receivedAt: instantOf(time),
      fCnt,
      fPort,
      battery: null,
      receivedBy: rxInfo.map(({ gatewayId, rssi }) => ({ ids: [gatewayId], signal: rssi ?? null })),
    },
  };
}

/** The event that a body is of by its fields. */
function eventIn(body: unknown): "up" | "status" {
  if (isFields(body) && "deviceInfo" in body) {
    // An integration's own event has a decoded object, too.
    const isDecoded = "object" in body && !("integrationName" in body);
    if (isDecoded || ofUplinks.some((field) => field in body)) return "up";
    if (ofStatus.some((field) => field in body)) return "status";
  }
  throw new ProblemError(
    "invalid_request",
    `The address must name the event, as ChirpStack does: ?event=up for an uplink, or ${events.slice(1).join(", ")}. Check that no proxy removes it.`,
    { event: [`event must be ${events.join(", ")}.`] },
  );
}

function notAnEvent(event: string): ProblemError {
  return wrongField(
    "body",
    `This is not the JSON of ChirpStack's event "${event}" (version 4). Choose JSON as the integration's encoding.`,
  );
}
