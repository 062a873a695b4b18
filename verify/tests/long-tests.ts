import { buildWeb } from "../../scripts/build-web.ts";
import { findChromium } from "../../scripts/chromium.ts";
import { filesOfLongTests } from "../../scripts/long-tests.ts";
import { installMosquitto } from "../../server/mqtt/testing/mosquitto.ts";
import { atLeast, type Check, none } from "../run/check.ts";
import { runTests } from "./run-tests.ts";

const SHOWN = 20;
/** Tests that do not need what a machine may lack: Postgres 15, Mosquitto, published data sets. */
const LEAST_PASSED = 250;

export const longTests: Check = {
  id: "long-tests",
  proves:
    "The tests hold that `npm test` leaves out because they take long or need packages of the system (scripts/long-tests.ts, docs/tests.md).",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    buildWeb();
    installMosquitto();
    const { passed, failed, skipped, files } = await runTests(filesOfLongTests, { CHROMIUM: findChromium() });
    for (const sentence of failed.slice(0, SHOWN)) say(sentence);
    for (const name of skipped) say(`skipped, for this machine lacks what it needs: ${name}`);
    return [
      atLeast("files of long tests run", files.length, filesOfLongTests.length - 5),
      atLeast("long tests passed", passed.length, LEAST_PASSED),
      none("long tests failed", failed.length),
    ];
  },
};
