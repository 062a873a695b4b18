import { z } from "zod";
import { caseCalls } from "../../contract/leaks/cases.ts";
import { DAY_MS, HOUR_MS } from "../../server/time/durations.ts";
import { openInstallation, type SentMail } from "./installation.ts";
import { makeLeakyPlaces } from "./leaky-places.ts";
import { threadsByReferences } from "./threads.ts";

/** Midnight in Chicago. */
const FIRST = Date.parse("2026-03-20T05:00:00Z");
const STEP_HOURS = 6;
const LEAK_FROM = 10;
const LEAK_DAYS = 20;
const REPAIRED_ON = LEAK_FROM + LEAK_DAYS;
const BACK_ON = REPAIRED_ON + 8;
const OVER_ON = BACK_ON + 4;
/** Gallons an hour from a day on: it doubles three times. */
const RATES: readonly (readonly [day: number, gallons: number])[] = [
  [LEAK_FROM, 3],
  [14, 6],
  [18, 12],
  [22, 24],
  [REPAIRED_ON, 0],
  [BACK_ON, 3],
];
const DAY_WITHOUT_DATA = 25;

/** What a person who wants everything at once is sent about one leak. */
export interface OneLeak {
  /** First lines of the mails of the leak, in their order. */
  messages: string[];
  threads: number;
  /** First lines of the others, such as about the day without data. */
  others: string[];
  /** What a reminder on each day of the leak would send. */
  daily: number;
}

/** A leak of 20 days that doubles three times, with a day without data, a repair and a return, hour by hour. */
export async function oneLeak(postgresUrl: string): Promise<OneLeak> {
  const installation = await openInstallation(postgresUrl, "one_leak", FIRST);
  try {
    const { clock, connections, sent } = installation;
    const [place] = await makeLeakyPlaces(connections, { properties: 1, units: 1, people: 1 });
    const [serial] = place?.serials ?? [];
    if (place === undefined || serial === undefined) throw new Error("There is no meter.");
    const who = { organizationIds: [place.organizationId], propertyIds: [place.propertyId] };
    for (let hour = 0; hour < (OVER_ON + 1) * 24; hour += STEP_HOURS) {
      clock.now = FIRST + (hour + STEP_HOURS) * HOUR_MS;
      const readings = readingsOf(serial, hour);
      if (readings.length > 0) await installation.ingest(place.token, readings);
      await installation.refresh();
      await installation.notify();
      if (hour + STEP_HOURS !== REPAIRED_ON * 24 + 12) continue;
      const list = await installation.ask(who, "GET", "/v1/cases");
      const [found] = caseCalls["GET /v1/cases"].response.parse(list).results;
      const fix = { kind: "fixed", cause_code: "flapper", at: new Date(FIRST + REPAIRED_ON * DAY_MS).toISOString() };
      await installation.ask(who, "POST", `/v1/cases/${found?.id}/events`, fix);
    }
    return outcomeOf(sent);
  } finally {
    await installation.close();
  }
}

function readingsOf(serial: string, from: number): object[] {
  return Array.from({ length: STEP_HOURS }, (_, n) => from + n).flatMap((hour) => {
    const day = Math.floor(hour / 24);
    if (day === DAY_WITHOUT_DATA) return [];
    const rate = day >= OVER_ON ? 0 : (RATES.findLast(([since]) => day >= since)?.[1] ?? 0);
    const use = hour % 24 === 9 ? 1.5 : 0;
    return [{ serial, hour: new Date(FIRST + hour * HOUR_MS).toISOString(), gallons: rate + use }];
  });
}

function outcomeOf(sent: readonly SentMail[]): OneLeak {
  const isOfLeak = ({ text }: SentMail) => /\/cases\/\d+$/m.test(text);
  const ofLeak = sent.filter(isOfLeak);
  const firstLine = ({ text }: SentMail) => z.string().parse(text.split("\n")[0]);
  return {
    messages: ofLeak.map(firstLine),
    threads: threadsByReferences(ofLeak.map((mail) => ({ references: [], ...mail }))).length,
    others: sent.filter((mail) => !isOfLeak(mail)).map(firstLine),
    daily: LEAK_DAYS,
  };
}
