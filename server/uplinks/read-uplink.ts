import { readChirpStack } from "./chirpstack.ts";
import { isFields } from "./field.ts";
import { readThingsStack } from "./things-stack.ts";
import type { NetworkEvent } from "./uplink.ts";

/** Reads the post of an uplink, whichever network server it is of. @throws ProblemError `invalid_fields` for another body */
export function readUplink(body: unknown): NetworkEvent {
  return isFields(body) && "deviceInfo" in body ? readChirpStack("up", body) : readThingsStack(body);
}
