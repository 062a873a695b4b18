import { atLeast, atMost, type Finding, none } from "../run/check.ts";
import { type Flooded, fill, flood } from "./flood.ts";
import { compare } from "./timing.ts";
import { inTrial } from "./trial.ts";

/** Each request comes from an address of its own, as a proxy says, so that nobody has to wait for others' failures. */
const settings = { TRUSTED_PROXIES: "127.0.0.1" };
const SECONDS = 20;
const CONTROL_SECONDS = 8;

/** What time tells on a server at rest, and how it serves others while people sign in by the hundred. */
export async function crowded(say: (line: string) => void): Promise<Finding[]> {
  return [
    ...(await inTrial(null, settings, async (trial) => {
      const differences = await compare(trial);
      const cookie = await fill(trial);
      const calm = await flood(trial, cookie, false, 5);
      say(`at rest: health ${calm.health.toFixed(0)} ms, reports ${calm.reports.toFixed(0)} ms (p95)`);
      const flooded = await flood(trial, cookie, true, SECONDS);
      say(describeFlood(flooded));
      for (const answer of new Set(flooded.failed)) say(answer);
      return [
        within(
          "per cent between the median times of sign-ins with a known, an invited and an unknown e-mail",
          differences.signIn.percent,
          10,
        ),
        none("of their answers otherwise different", differences.signIn.otherwise),
        within("the same for forgotten passwords", differences.forgotten.percent, 10),
        none("of their answers otherwise different", differences.forgotten.otherwise),
        atLeast("sign-ins of the flood", flooded.signIns, 1000),
        none("of them answered otherwise than wrong, or later", flooded.otherwise),
        none("of them that waited more than 10 s", flooded.tooLong),
        within("ms of health meanwhile (p95)", flooded.health, 250),
        within("ms of reports meanwhile (p95)", flooded.reports, 1000),
        none("of these that failed", flooded.failed.length),
      ];
    })),
    ...(await inTrial("endless-line", settings, async (trial) => {
      const flooded = await flood(trial, await fill(trial), true, CONTROL_SECONDS);
      say(`control: ${describeFlood(flooded)}`);
      return [
        atLeast("control: in an endless line, those that waited more than 10 s", flooded.tooLong, 1),
        atLeast("control: ms of reports meanwhile (p95)", Math.round(flooded.reports), 1001),
      ] satisfies Finding[];
    })),
  ];
}

function describeFlood({ health, reports, signIns, evaluated, rejected, longestMs }: Flooded): string {
  return `flooded: health ${health.toFixed(0)} ms, reports ${reports.toFixed(0)} ms (p95); of ${signIns} sign-ins ${evaluated} looked at, ${rejected} told to try later, the slowest after ${(longestMs / 1000).toFixed(1)} s`;
}

function within(what: string, count: number, most: number): Finding {
  return atMost(what, Math.round(count * 10) / 10, most);
}
