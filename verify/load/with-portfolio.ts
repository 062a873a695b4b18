import { openDatabases, type Size } from "../../bench/reports/data/databases.ts";
import { withPostgres } from "../../bench/run/private-database.ts";

/** Works with a database that has so much in it, on a Postgres of its own. */
export function withPortfolio<T>(size: Size, work: (url: string, folder: string) => Promise<T>): Promise<T> {
  return withPostgres(async ({ url }, folder) => {
    const databases = await openDatabases(url, folder);
    return await work(await databases.portfolio(size), folder);
  });
}
