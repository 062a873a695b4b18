import { type BenchPlace, makePlaces } from "../../bench/ingest/make-places.ts";
import { besideServer } from "../../bench/run/private-database.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import type { Connections } from "../../server/database/connect.ts";
import { openStoppablePostgres, type StoppablePostgres } from "../../server/ingest/testing/stoppable-postgres.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { makeAdmin, type Person, signIn } from "./person.ts";
import { type Product, productAt } from "./product.ts";

/** A server at work on an empty installation, and what a check does around it. */
export interface Scene extends Product {
  /** Where it keeps its files, its private database among them. */
  folder: string;
  /** Works on its database beside it. */
  beside<T>(work: (connections: Connections, databaseUrl: string) => Promise<T>): Promise<T>;
  /** Makes one organization with so many properties. */
  makePlaces(count: number, meters: number): Promise<BenchPlace[]>;
  /** Makes an organization with one property. */
  makePlace(meters: number): Promise<BenchPlace>;
  /** Makes the first administrator and signs them in. */
  signInAdmin(): Promise<Person>;
}

interface Setting {
  /** Further ones of the server. */
  settings?: Record<string, string>;
  /** Where it keeps its files; a new folder unless given, gone in the end. */
  folder?: string;
  /** A database other than its private one. */
  databaseUrl?: string;
}

/** Works with a server that is started, sabotaged or not, and stopped in the end. */
export function withProduct<T>(
  sabotage: Sabotage | null,
  work: (scene: Scene) => Promise<T>,
  { settings = {}, folder, databaseUrl }: Setting = {},
): Promise<T> {
  if (folder === undefined) return inScratchFolder((scratch) => workIn(scratch, sabotage, settings, databaseUrl, work));
  return workIn(folder, sabotage, settings, databaseUrl, work);
}

async function workIn<T>(
  folder: string,
  sabotage: Sabotage | null,
  settings: Record<string, string>,
  databaseUrl: string | undefined,
  work: (scene: Scene) => Promise<T>,
): Promise<T> {
  const database: Record<string, string> =
    databaseUrl === undefined
      ? {}
      : { DATABASE_URL: databaseUrl, SESSION_SECRET: "not a secret, for one test run only" };
  const product = await productAt(folder, sabotage, { ...database, ...settings });
  const beside: Scene["beside"] = (around) => besideServer(folder, around, databaseUrl);
  try {
    await product.start();
    return await work({
      ...product,
      folder,
      beside,
      makePlaces: (count, meters) => beside((connections) => makePlaces(connections, count, meters)),
      makePlace: async (meters) => {
        const [place] = await beside((connections) => makePlaces(connections, 1, meters));
        if (place === undefined) throw new Error("No property was made.");
        return place;
      },
      signInAdmin: async () => signIn(product.url, await beside(makeAdmin)),
    });
  } finally {
    await product.stop();
  }
}

/** Loads the demo into a folder, where it then stands still. */
export async function loadDemo(folder: string): Promise<void> {
  await withProduct(null, async () => {}, { folder, settings: { DEMO: "on" } });
}

/** Works with a Postgres that can be stopped hard and cut off. */
export function withStoppablePostgres<T>(work: (postgres: StoppablePostgres) => Promise<T>): Promise<T> {
  return inScratchFolder(async (folder) => {
    const postgres = await openStoppablePostgres(folder);
    return await work(postgres).finally(postgres.close);
  });
}
