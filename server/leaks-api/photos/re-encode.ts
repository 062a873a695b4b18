import { Worker } from "node:worker_threads";
import sharp, { type Sharp } from "sharp";
import { z } from "zod";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { createFairQueue, QueueFull } from "../../queue/fair-queue.ts";

/** A photo as it is stored: JPEG, upright, without EXIF data such as place, time and device. */
export interface Photo {
  content: Buffer;
  preview: Buffer;
  /** Pixels of `content`. */
  width: number;
  height: number;
}

/** Pixels of the longer side. */
const MAX_SIDE = 2048;
const PREVIEW_SIDE = 320;
/** The largest sensor of a phone has 200 million; more is a decompression bomb. */
const MAX_PIXELS = 200_000_000;
/** The limit for formats that are decoded into memory as a whole, up to eight bytes a pixel: progressive ones, WebP and HEIC. */
const MAX_WHOLE_PIXELS = 50_000_000;
const TIMEOUT_S = 30;
/** Decoding takes a core and up to 400 MB: one photo at a time, senders in turn, at most ten of each waiting. */
const queue = createFairQueue(1, () => 1, 10);

sharp.cache(false);
sharp.concurrency(1);
// Uploads reach no other decoder of the library.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/**
 * Re-encodes a photo as it is stored.
 * @param bytes JPEG, PNG, WebP or HEIC, whatever it is called
 * @param sender the id by which senders take turns
 * @throws ProblemError invalid_fields for `photo`, if it is something else, broken or too large;
 *   too_many_requests for many at a time
 */
export function reEncode(bytes: Buffer, sender: number): Promise<Photo> {
  const kind = kindOf(bytes);
  if (kind === null) {
    throw wrongField("photo", text`This file is not a photo that can be read. Send a JPEG, PNG, WebP or HEIC file.`);
  }
  const decoding = queue.run(sender, async () => {
    try {
      return await photoOf(kind === "heic" ? await decodeHeic(bytes) : await openPicture(bytes));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (/pixel limit/.test(error.message)) {
        throw wrongField("photo", text`This photo has too many pixels. Take it with a lower resolution.`);
      }
      throw wrongField("photo", text`This photo is broken or incomplete. Take it again.`);
    }
  });
  return decoding.catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error;
    throw new ProblemError("too_many_requests", text`Too many photos at a time. Send them one after the other.`);
  });
}

/** A logo as it is stored. */
export interface Logo {
  png: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/** Of a logo as it is sent, and as it is stored: at three times the size in which a report shows it. */
const MAX_LOGO_PIXELS = 16_000_000;
const LOGO_BOX = { width: 600, height: 240, fit: "inside", withoutEnlargement: true } as const;

/**
 * Re-encodes a logo as it is stored; what is transparent stays so.
 * @param bytes PNG or JPEG, whatever it is called
 * @param sender the id by which senders take turns
 * @throws ProblemError invalid_fields for `logo`, if it is something else, broken or too large;
 *   too_many_requests for many at a time
 */
export function reEncodeLogo(bytes: Buffer, sender: number): Promise<Logo> {
  if (!isJpeg(bytes) && !isPng(bytes)) {
    throw wrongField("logo", text`This file is not a picture that can be read. Send a PNG or JPEG file.`);
  }
  const decoding = queue.run(sender, async () => {
    try {
      const { data: png, info } = await sharp(bytes, { limitInputPixels: MAX_LOGO_PIXELS, failOn: "error" })
        .autoOrient()
        .resize(LOGO_BOX)
        .toColorspace("srgb")
        .png()
        .timeout({ seconds: TIMEOUT_S })
        .toBuffer({ resolveWithObject: true });
      return { png, width: info.width, height: info.height };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (/pixel limit/.test(error.message)) {
        throw wrongField("logo", text`The logo has more than 16 million pixels. Send a smaller one.`);
      }
      throw wrongField("logo", text`The logo is broken or incomplete. Send another file.`);
    }
  });
  return decoding.catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error;
    throw new ProblemError("too_many_requests", text`Too many photos at a time. Send them one after the other.`);
  });
}

async function openPicture(bytes: Buffer): Promise<Sharp> {
  const { format, isProgressive } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  const limitInputPixels = isProgressive || format === "webp" ? MAX_WHOLE_PIXELS : MAX_PIXELS;
  return sharp(bytes, { limitInputPixels, failOn: "error" });
}

async function photoOf(picture: Sharp): Promise<Photo> {
  const inside = { fit: "inside", withoutEnlargement: true } as const;
  const { data: content, info } = await picture
    .autoOrient()
    .resize(MAX_SIDE, MAX_SIDE, inside)
    .flatten({ background: "#ffffff" })
    .toColorspace("srgb")
    .jpeg({ quality: 80 })
    .timeout({ seconds: TIMEOUT_S })
    .toBuffer({ resolveWithObject: true });
  const preview = await sharp(content).resize(PREVIEW_SIDE, PREVIEW_SIDE, inside).jpeg({ quality: 70 }).toBuffer();
  return { content, preview, width: info.width, height: info.height };
}

const isJpeg = (bytes: Buffer) => bytes.toString("latin1", 0, 3) === "\xff\xd8\xff";
const isPng = (bytes: Buffer) => bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n";

/** The format of a file by its first bytes; null: none of those that are accepted. */
function kindOf(bytes: Buffer): "heic" | "other" | null {
  const at = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (isJpeg(bytes) || isPng(bytes)) return "other";
  if (at(0, 4) === "RIFF" && at(8, 12) === "WEBP") return "other";
  return at(4, 8) === "ftyp" && ["heic", "heix", "mif1"].includes(at(8, 12)) ? "heic" : null;
}

const Decoded = z.object({ width: z.int(), height: z.int(), data: z.instanceof(Uint8ClampedArray) });

/** HEIC in a thread of its own: its decoder blocks the one in which it runs. */
async function decodeHeic(bytes: Buffer): Promise<Sharp> {
  const worker = new Worker(new URL("heic-worker.ts", import.meta.url), {
    workerData: { bytes, maxPixels: MAX_WHOLE_PIXELS },
    // The decoder writes what it finds wrong.
    stdout: true,
    stderr: true,
  });
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_S * 1000);
  try {
    const message = await new Promise<unknown>((resolve, reject) => {
      worker
        .once("message", resolve)
        .once("error", reject)
        .once("exit", () => reject(new Error("No picture came.")));
    });
    const { width, height, data } = Decoded.parse(message);
    return sharp(data, { raw: { width, height, channels: 4 } });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
