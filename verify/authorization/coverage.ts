import { Session } from "node:inspector/promises";

/** Reports which spots of the sources were reached since it was last queried. */
export interface Coverage {
  /** @param spots files by the end of their path, and places in them, in characters. @returns for each whether it ran */
  take(spots: readonly { file: string; at: number }[]): Promise<boolean[]>;
}

/** Begins to look at what runs in this process. Types are blanked out where they stand: the places are the source's. */
export async function watchCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return {
    take: async (spots) => {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      return spots.map(({ file, at }) => {
        const script = result.find(({ url }) => url.endsWith(file));
        const around = script?.functions
          .flatMap(({ ranges }) => ranges)
          .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
          .toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
        return (around?.[0]?.count ?? 0) > 0;
      });
    },
  };
}
