import { z } from "zod";
import { call } from "./call.ts";
import { id } from "./common.ts";
import { heartbeat, heartbeatAnswer } from "./heartbeat.ts";
import { ingestAnswer } from "./ingest.ts";
import { uplinkMapping } from "./uplink-mapping.ts";

const gatewayPath = z.strictObject({
  property_id: id,
  gateway: z.string().min(1).max(200).describe("The gateway's serial number."),
});
const storedMapping = z.strictObject({
  uplink_mapping: uplinkMapping.nullable().describe("null: this gateway is no network server."),
});

export const uplinkCalls = {
  "POST /v1/ingest/heartbeats": call({
    access: "gateway",
    summary:
      "Notes that a gateway, and the routers and meters it names, were heard, with battery and signal where sent. Answers after it is safe, with the devices that it did not take and why.",
    maxBodyKib: 1024,
    body: heartbeat,
    response: heartbeatAnswer,
  }),
  "POST /v1/ingest/lorawan/chirpstack": call({
    access: "gateway",
    summary:
      "Takes the events of ChirpStack's HTTP integration (v4, JSON). Uplinks become readings by the gateway's uplink mapping; status events tell of batteries; all others are answered and hold nothing.",
    query: z.looseObject({ event: z.string().max(50).optional() }),
    response: ingestAnswer,
  }),
  "POST /v1/ingest/lorawan/things-stack": call({
    access: "gateway",
    summary:
      "Takes the webhooks of The Things Stack (v3, JSON). Uplink messages become readings by the gateway's uplink mapping; all others are answered and hold nothing.",
    response: ingestAnswer,
  }),
  "GET /v1/properties/{property_id}/gateways/{gateway}/uplink-mapping": call({
    access: "admin",
    summary: "How decoded payloads that come in with this gateway's token are read.",
    params: gatewayPath,
    response: storedMapping,
  }),
  "PUT /v1/properties/{property_id}/gateways/{gateway}/uplink-mapping": call({
    access: "admin",
    summary: "Sets how decoded payloads that come in with this gateway's token are read; null ends it.",
    params: gatewayPath,
    body: storedMapping,
    response: storedMapping,
  }),
};
