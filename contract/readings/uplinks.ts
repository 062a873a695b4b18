import { z } from "zod";
import { call } from "../call/call.ts";
import { id } from "../call/fields.ts";
import { heartbeat, heartbeatAnswer } from "./heartbeat.ts";
import { ingestAnswer } from "./ingest.ts";
import { newUplinkMapping, uplinkMapping } from "./uplink-mapping.ts";

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
      "Records the contact of a gateway and of the routers and meters that it reports, with battery and signal. Answers after it is stored, with rejected devices and the reason.",
    maxBodyKib: 1024,
    body: heartbeat,
    response: heartbeatAnswer,
  }),
  "POST /v1/ingest/lorawan/chirpstack": call({
    access: "gateway",
    summary:
      "Receives the events of ChirpStack's HTTP integration (v4, JSON). Uplinks become readings by the gateway's uplink mapping; status events have battery levels; all others are answered and ignored.",
    query: z.looseObject({ event: z.string().max(50).optional() }),
    response: ingestAnswer,
  }),
  "POST /v1/ingest/lorawan/things-stack": call({
    access: "gateway",
    summary:
      "Receives the webhooks of The Things Stack (v3, JSON). Uplink messages become readings by the gateway's uplink mapping; all others are answered and ignored.",
    response: ingestAnswer,
  }),
  "GET /v1/properties/{property_id}/gateways/{gateway}/uplink-mapping": call({
    access: "admin",
    summary: "The uplink mapping of decoded payloads sent with this gateway's token.",
    params: gatewayPath,
    response: storedMapping,
  }),
  "PUT /v1/properties/{property_id}/gateways/{gateway}/uplink-mapping": call({
    access: "admin",
    summary: "Sets the uplink mapping of decoded payloads sent with this gateway's token; null removes it.",
    params: gatewayPath,
    body: z.strictObject({
      uplink_mapping: newUplinkMapping.nullable().describe("null: this gateway is no network server."),
    }),
    response: storedMapping,
  }),
};
