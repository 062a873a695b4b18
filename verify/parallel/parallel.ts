import { withProduct } from "../harness/scene.ts";
import { atLeast, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { changeOneUser } from "./change-one-user.ts";
import { setPrices } from "./set-prices.ts";

const METERS = 30;

export const parallel: Check = {
  id: "F2",
  proves:
    "Of prices with overlapping days and of edits of one user that fifty clients send at once nothing is lost silently: no day has two prices, and each edit is kept or its sender is told.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const { prices, user } = await tryTogether(null);
    say(`${prices.rejected} prices rejected and sent again, ${user.rejected} edits told to look again`);
    say("control: prices that wait for nobody, and edits that do not look at what they were begun on");
    const careless = await tryTogether("heedless-changes");
    return [
      atLeast("F2 prices set", prices.set, 100),
      none("F2 answers other than set or told to come again", prices.failed),
      none("F2 units and days with two prices", prices.overlaps),
      none("F2 units and days on which not the last word holds", prices.wrong),
      none("F2 words that are not on record", prices.unrecorded),
      atLeast("F3 edits kept", user.kept, 100),
      none("F3 answers other than kept or told to look again", user.failed),
      none("F3 edits lost silently", user.lost),
      caught(
        "F2 control: failed answers, two prices for a day or other than the last",
        careless.prices.failed + careless.prices.overlaps + careless.prices.wrong,
      ),
      caught("F3 control: edits lost", careless.user.lost),
    ];
  },
};

function tryTogether(sabotage: Sabotage | null) {
  return withProduct(sabotage, async ({ makePlace, signInAdmin }) => {
    const { propertyId } = await makePlace(METERS);
    const person = await signInAdmin();
    return { prices: await setPrices(person, propertyId), user: await changeOneUser(person, propertyId) };
  });
}
