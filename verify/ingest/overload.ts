import { withProduct } from "../harness/scene.ts";
import { addDifferences, compareStored, type Difference } from "../harness/stored-hours.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { FIRST_HOUR, type Flood, flood, METERS } from "./flood.ts";

const PLACES = 8;
/** Batches of 1,000 readings a second: five times the 20,000 readings that a server must take. */
const RATE = 100;
const SECONDS = { fast: 10, full: 60 };
const CONTROL_SECONDS = 24;
const MOST_MEMORY = 512;

interface Outcome extends Difference {
  sent: Flood;
  /** Megabytes. */
  memory: number;
}

export const overload: Check = {
  id: "E15",
  proves:
    "Five times as many readings as a server must take, for a minute: what it cannot take it rejects with 429 or 503 and when to come again, what it acknowledges is stored, and its memory stays within bounds.",
  runsIn: "full",
  run: async (say, size) => {
    const outcome = await runFlood(null, SECONDS[size], false);
    const { sent, memory } = outcome;
    const stored = sent.acknowledged.flat().length;
    say(`${sent.sent} batches sent, ${stored} stored, ${sent.heldBack} told to come again`);
    say("control: a server that takes in whatever comes, reads it at once and lets garbage lie");
    const open = await runFlood("no-admission", CONTROL_SECONDS, true);
    say(`control: a server that acknowledges before it has stored`);
    const early = await runFlood("acknowledge-early", CONTROL_SECONDS / 4, true);
    const answered = stored + sent.heldBack;
    return [
      atLeast("readings sent a second", Math.round((sent.sent * METERS) / sent.seconds), 99_000),
      atLeast("batches told to come again", sent.heldBack, 1),
      atLeast("batches stored", stored, 1),
      none("batches that got another answer than 200, 429 and 503, or none", sent.sent - answered),
      none("rejections that do not say when to come again", sent.withoutAdvice),
      none("acknowledged readings lost", outcome.lost),
      none("readings with another value", outcome.wrong),
      none("readings stored of batches that were rejected", outcome.phantom),
      atMost("server's memory, most", memory, MOST_MEMORY, "MB"),
      caught("control, open door: memory", open.memory, MOST_MEMORY, "MB"),
      caught("control, early answer: readings lost", early.lost),
    ];
  },
};

/** @param killed whether the server is killed when the time is up, and what it left looked at */
function runFlood(sabotage: Sabotage | null, seconds: number, killed: boolean): Promise<Outcome> {
  return withProduct(sabotage, async (scene) => {
    const places = await scene.makePlaces(PLACES, METERS);
    const flooding = flood(scene.url, places, RATE, seconds);
    if (killed) {
      await flooding.timeUp;
      await scene.kill();
    }
    const sent = await flooding.all;
    const memory = (scene.program().peakMemory() ?? 0) / 1e6;
    const differences = await scene.beside((connections) =>
      Promise.all(
        places.map((place, i) => compareStored(connections, place, METERS, FIRST_HOUR, sent.acknowledged[i] ?? [])),
      ),
    );
    return { sent, memory, ...addDifferences(differences) };
  });
}
