import { localTime } from "../detection/local-time.ts";
import type { Plot } from "../plots/plot.ts";
import type { GivenResult } from "./run.ts";

/** A plot of every opening that the truth does not explain. */
export function unexplainedPlots({ meters, file }: GivenResult): Plot[] {
  return meters.flatMap(({ meter, others, seen }) =>
    others.map(({ leak }) => ({
      title: [
        meter,
        `opened ${localTime(leak.openedAt, file.timeZone)} by ${leak.rules.join(" + ")}`,
        ...(leak.suspected ? ["suspected only"] : []),
        leak.endedAt === null ? "goes on" : `ended ${localTime(leak.endedAt, file.timeZone)}`,
      ].join(", "),
      leak,
      hours: seen,
    })),
  );
}
