import { parentPort, workerData } from "node:worker_threads";
import decodeHeic from "heic-decode";
import { z } from "zod";

/** Decodes one HEIC file: posts its width, height and RGBA values, or fails. */
const { bytes, maxPixels } = z.object({ bytes: z.instanceof(Uint8Array), maxPixels: z.number() }).parse(workerData);
const [picture] = await decodeHeic.all({ buffer: bytes });
if (picture === undefined) throw new Error("The file has no picture.");
if (picture.width * picture.height > maxPixels) throw new Error("The picture exceeds the pixel limit.");
const { width, height, data } = await picture.decode();
parentPort?.postMessage({ width, height, data }, [data.buffer]);
