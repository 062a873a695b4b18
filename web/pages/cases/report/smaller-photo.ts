/** Pixels of the longer side that the server keeps. */
const MAX_SIDE = 2048;
/** What the server takes, in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/** The same photos in the size that the server keeps, one after the other: each takes the memory of all of its pixels. */
export async function smallerPhotos(photos: readonly Blob[]): Promise<Blob[]> {
  const smaller: Blob[] = [];
  for (const photo of photos) smaller.push(await smallerPhoto(photo));
  return smaller;
}

/**
 * The photo in the size that the server keeps, so that less has to be sent and stored on a phone, and without the place
 * where it was taken. What the browser cannot read stays as it is: the server can.
 */
async function smallerPhoto(photo: Blob): Promise<Blob> {
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

/** Whether the server would reject a photo for its size: one that every browser can make smaller never is. */
export function isTooLarge({ size, type }: Blob): boolean {
  return size > MAX_BYTES && !["image/jpeg", "image/png", "image/webp"].includes(type);
}
