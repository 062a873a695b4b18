import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { range } from "../harness/readings.ts";
import { withProduct } from "../harness/scene.ts";
import { compareStored } from "../harness/stored-hours.ts";
import { atLeast, type Check, caught, exactly, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { listRejected, putRight } from "./correct-rejected.ts";
import { BATCHES, FIRST_HOUR, HOURS, METERS, ROWS, sendBatches } from "./rejected-batches.ts";

export const rejectedRows: Check = {
  id: "E9",
  proves:
    "Of rows of which one in a thousand is unreadable each is stored, there already or rejected, in every answer and together; the rejected ones are kept as they came, with line and reason, nobody else sees them, and corrected they count.",
  runsIn: "fast",
  countsOnly: true,
  run: async (say) => {
    const ours = await sendAndCorrect(null);
    say("control: a server that forgets what it rejects");
    const forgetful = await sendAndCorrect("forget-rejected");
    return [
      atLeast("E9 rows sent", ours.sent.rows, BATCHES * ROWS),
      none("E9 answers that do not account for every row as it was sent", ours.sent.unaccounted),
      none("E9 rows too many or too few over all answers", ours.sent.difference),
      exactly("E10 rejected rows kept", ours.kept, BATCHES),
      none("E10 of them with another text, line or no reason", ours.otherwise),
      none("E10 of them that another property shows", ours.foreign),
      exactly("E10 stored once they were corrected", ours.corrected, BATCHES),
      none("E10 readings lost, wrong or unasked after that", ours.wrong),
      caught("control, forgetful: rejected rows that are gone", BATCHES - forgetful.kept),
    ];
  },
};

function sendAndCorrect(sabotage: Sabotage | null) {
  return withProduct(sabotage, async (scene) => {
    const [place, other] = await scene.makePlaces(2, METERS);
    if (place === undefined || other === undefined) throw new Error("No properties were made.");
    const person = await scene.signInAdmin();
    const sent = await sendBatches(person, place);
    const rejected = await listRejected(person, place.propertyId);
    const foreign = (await listRejected(person, other.propertyId)).length;
    const unlike = sent.bad.filter(
      ({ text, line, source }) =>
        !rejected.some(
          (row) => row.raw.includes(text) && row.source_row === line && row.reason !== "" && source.test(row.source),
        ),
    );
    const corrected = rejected.length === 0 ? 0 : await putRight(person, place.propertyId, rejected, sent.bad);
    const { lost, wrong, phantom } = await scene.beside(async (connections) => {
      await waitForRefresh(connections);
      return compareStored(connections, place, METERS, FIRST_HOUR, range(0, HOURS));
    });
    return {
      sent,
      kept: rejected.length,
      otherwise: rejected.length === 0 ? 0 : unlike.length,
      foreign,
      corrected,
      wrong: lost + wrong + phantom,
    };
  });
}
