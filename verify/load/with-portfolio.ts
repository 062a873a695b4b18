import { openDatabases, type Size } from "../../bench/reports/data/databases.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";

/** Works with a database that has so much in it, on a Postgres of its own. */
export function withPortfolio<T>(size: Size, work: (url: string, folder: string) => Promise<T>): Promise<T> {
  return inScratchFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres(folder);
    try {
      const databases = await openDatabases(postgres.url, folder);
      return await work(await databases.portfolio(size), folder);
    } finally {
      await postgres.stop();
    }
  });
}
