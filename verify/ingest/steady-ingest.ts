import { measureIngest } from "../../bench/ingest/ingest.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { atMost, type Check, type Finding } from "../run/check.ts";
import { sabotaged } from "../sabotage/sabotages.ts";

/** Properties with a sender each, and the readings of their batches. */
const load = { senders: 4, meters: 1000 };
const SECONDS = 60;
const CONTROL_SECONDS = 10;
const RATE = "readings a second, until refresh had worked off the last";

export const steadyIngest: Check = {
  id: "E19",
  proves:
    "Twenty thousand readings a second for a minute, with everything that follows from them worked out meanwhile, and a batch of a thousand answered within half a second.",
  runsIn: "full",
  run: async (say) => {
    const { figures } = await inScratchFolder((folder) => measureIngest(folder, { ...load, seconds: SECONDS }));
    say("control: a server that takes 300 ms longer over every batch");
    const slow = await inScratchFolder((folder) =>
      measureIngest(folder, { ...load, seconds: CONTROL_SECONDS }, sabotaged("slow-store")),
    );
    const rate = slow.figures.find(({ name }) => name === RATE)?.value ?? Number.POSITIVE_INFINITY;
    const findings = figures.flatMap(({ name, value, unit, goal }): Finding[] => {
      if (goal === undefined) return [];
      const { must, value: count } = goal;
      const bound = must === "be" ? { be: count } : must === "be at least" ? { reach: count } : { stay: count };
      return [{ what: name, count: value, unit, must: bound }];
    });
    return [...findings, atMost("control, slow: readings a second, as must be seen", rate, 20_000, "readings/s")];
  },
};
