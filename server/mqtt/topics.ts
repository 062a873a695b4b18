/** What a gateway publishes: `dripline/{property_id}/{gateway}/readings` or `…/heartbeat`. */
export interface Topic {
  propertyId: number;
  /** The gateway's serial number. */
  gateway: string;
  kind: "readings" | "heartbeat";
}

/** Filters that match every such topic. */
export const filters = ["dripline/+/+/readings", "dripline/+/+/heartbeat"] as const;

/** Reads a topic's name; in it the serial number is percent-encoded, as in a URL. @returns null for another topic */
export function readTopic(name: string): Topic | null {
  const match = /^dripline\/(\d{1,15})\/([^/]{1,300})\/(readings|heartbeat)$/.exec(name);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  try {
    const kind = match[3] === "heartbeat" ? "heartbeat" : "readings";
    const gateway = decodeURIComponent(match[2]);
    // No text that the database compares has a NUL.
    return gateway.includes("\0") ? null : { propertyId: Number(match[1]), gateway, kind };
  } catch {
    // A per cent sign that encodes nothing.
    return null;
  }
}
