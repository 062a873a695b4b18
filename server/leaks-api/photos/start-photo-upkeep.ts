import type { Connections } from "../../database/connect.ts";
import type { Clock } from "../../time/clock.ts";
import { forgetOldPhotos } from "./case-photos.ts";

const EVERY_MS = 3_600_000;

/** Deletes photos that no event names, a day after they were sent, while the server runs. @returns stops it after its run */
export function startPhotoUpkeep(
  connections: Connections,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const run = () => forgetOldPhotos(connections, clock).catch(onError);
  let running = run();
  const timer = setInterval(() => {
    running = run();
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
