import type { Connections } from "../database/connect.ts";
import { forgetOldKeys } from "../ingest/batch/idempotency-key.ts";
import type { ImportDeps } from "./run-import.ts";
import { takeUploads, tidyUploads } from "./take-uploads.ts";
import type { UploadFolder } from "./upload-folder.ts";
import { watchFolder } from "./watch-folder.ts";

/** How often is looked for files. */
const LOOK_MS = 2000;
/** How often finished imports are cleaned up. */
const TIDY_MS = 3_600_000;

export interface Imports {
  /** Ends after the batch that is being stored; unfinished files are resumed at the next start. */
  stop(): Promise<void>;
}

/** Imports uploaded files and those of the watched folder as long as the server runs. */
export function startImports(
  given: Omit<ImportDeps, "stop"> & {
    connections: Connections;
    uploads: UploadFolder;
    watchFolder: string | undefined;
    warn: (sentence: string) => void;
  },
): Imports {
  const { connections, clock, uploads, warn, onError } = given;
  const stopping = new AbortController();
  const deps: ImportDeps = { ...given, stop: stopping.signal };
  const watch = given.watchFolder === undefined ? null : watchFolder(given.watchFolder, deps, warn);
  const tidy = async () => {
    await tidyUploads(connections, clock, uploads);
    await forgetOldKeys(connections, clock);
  };
  const repeat = (work: () => Promise<void>, everyMs: number) => {
    let running: Promise<void> | null = null;
    const once = () => {
      running ??= work()
        .catch(onError)
        .finally(() => {
          running = null;
        });
    };
    once();
    const timer = setInterval(once, everyMs);
    return async () => {
      clearInterval(timer);
      await running;
    };
  };
  const ends = [
    repeat(() => takeUploads(deps, uploads), LOOK_MS),
    repeat(tidy, TIDY_MS),
    ...(watch === null ? [] : [repeat(() => watch.look(), LOOK_MS)]),
  ];
  return {
    stop: async () => {
      stopping.abort();
      for (const end of ends) await end();
    },
  };
}
