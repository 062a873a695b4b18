import { Transform, type TransformCallback } from "node:stream";

/** The packet that signs a client in is small. */
const MOST_FIRST_BYTES = 64 * 1024;

/**
 * Passes the bytes of an MQTT connection on and ends it with an error as soon as a packet announces more than it may
 * hold (MQTT 3.1.1 §2.2: one byte of kind, then the length in seven bits a byte), before its bytes are kept anywhere.
 * @param most bytes of a packet after the first one
 */
export function limitPackets(most: number): Transform {
  /** Bytes of the present packet still to come; while its length is being read, where in it we are. */
  let left = 0;
  let header: "kind" | "length" | "body" = "kind";
  let length = 0;
  let shift = 0;
  let isFirst = true;

  const read = (chunk: Buffer): Error | null => {
    for (let i = 0; i < chunk.length; ) {
      if (header === "body") {
        const step = Math.min(left, chunk.length - i);
        left -= step;
        i += step;
      } else if (header === "kind") {
        header = "length";
        length = 0;
        shift = 0;
        i++;
      } else {
        const byte = chunk[i] ?? 0;
        length += (byte & 0x7f) * 2 ** shift;
        shift += 7;
        i++;
        if (byte >= 0x80 && shift < 28) continue;
        if (byte >= 0x80 || length > (isFirst ? MOST_FIRST_BYTES : most))
          return new Error("An MQTT packet is too large.");
        isFirst = false;
        left = length;
        header = "body";
      }
      if (header === "body" && left === 0) header = "kind";
    }
    return null;
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done: TransformCallback) => {
      const error = read(chunk);
      if (error === null) done(null, chunk);
      else done(error);
    },
  });
}
