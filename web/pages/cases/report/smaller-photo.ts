/** Pixels of the longer side that the server keeps. */
const MAX_SIDE = 2048;
/** What the server takes, in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * The photo in the size that the server keeps, so that less has to be sent and stored on a phone, and without the place
 * where it was taken. What the browser cannot read stays as it is: the server can.
 */
export async function smallerPhoto(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo);
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    const context = canvas.getContext("2d");
    if (context === null) return photo;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
  } catch {
    return photo;
  }
}

export function isTooLarge({ size }: Blob): boolean {
  return size > MAX_BYTES;
}
