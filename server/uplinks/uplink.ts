/** A message of a LoRaWAN device, independent of the kind of network server that forwards it. */
export interface Uplink {
  devEui: string;
  /** The device's name, or its id where the network server knows none. */
  deviceName: string;
  /** What the network server's codec made of the bytes; null: it has none for this device. */
  payload: Record<string, unknown> | null;
  /** Milliseconds since the epoch; null: not reported. */
  receivedAt: number | null;
  fCnt: number;
  fPort: number;
  /** Per cent, as the device reported to the network; null: not known. */
  battery: number | null;
  /** The radio gateways that received it. */
  receivedBy: { ids: string[]; signal: number | null }[];
}

/** The contents of a post of a network server that we use. */
export type NetworkEvent =
  | { kind: "uplink"; uplink: Uplink }
  /** Only the device's battery. */
  | { kind: "battery"; devEui: string; deviceName: string; receivedAt: number | null; battery: number }
  | { kind: "nothing" };

/** Milliseconds since the epoch of an ISO time; null for none and for another text. */
export function instantOf(text: string | undefined): number | null {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
