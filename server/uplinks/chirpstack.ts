import { z } from "zod";
import { ProblemError } from "../problem.ts";
import { instantOf, type Told } from "./uplink.ts";

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

/**
 * Reads an event of ChirpStack v4's HTTP integration, JSON encoding.
 * @param event the word that the integration puts into the address: up, status, join, ack, txack, log, location, integration
 * @throws ProblemError `invalid_fields` for a body that is not such an event
 */
export function readChirpStack(event: string | undefined, body: unknown): Told {
  if (event === "status") {
    const told = status.safeParse(body);
    if (!told.success) throw notAnEvent("status");
    const { deviceInfo, time, externalPowerSource, batteryLevelUnavailable, batteryLevel } = told.data;
    if (externalPowerSource || batteryLevelUnavailable || batteryLevel === undefined) return { kind: "nothing" };
    return { kind: "battery", ...deviceInfo, receivedAt: instantOf(time), battery: batteryLevel };
  }
  if (event !== "up") return { kind: "nothing" };
  const told = up.safeParse(body);
  if (!told.success) throw notAnEvent("up");
  const { deviceInfo, time, fCnt, fPort, object, rxInfo } = told.data;
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
      heardBy: rxInfo.map(({ gatewayId, rssi }) => ({ ids: [gatewayId], signal: rssi ?? null })),
    },
  };
}

function notAnEvent(event: string): ProblemError {
  return new ProblemError(
    "invalid_fields",
    `This is not the JSON of ChirpStack's event "${event}" (version 4). Choose JSON as the integration's encoding.`,
  );
}
