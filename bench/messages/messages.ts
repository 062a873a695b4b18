import { Command } from "commander";
import { connect } from "../../server/database/connect.ts";
import { migrate } from "../../server/database/migrate.ts";
import type { Figure, Goal } from "../record/figure.ts";
import { report } from "../record/report.ts";
import { percentile } from "../run/percentile.ts";
import { postgresVersion, withPostgres } from "../run/private-database.ts";
import { wholeNumber } from "../run/whole-number.ts";
import { deadGateway } from "./dead-gateway.ts";
import { type DemoMonth, demoMonth } from "./demo-month.ts";
import { type OneLeak, oneLeak } from "./one-leak.ts";
import { type Pipeline, pipeline } from "./pipeline.ts";
import { type Throughput, throughput } from "./throughput.ts";

const MOST_OF_A_LEAK = 7;
const MOST_A_WEEK = 5;
const MOST_SECONDS = 60;
/** Ten thousand in ten minutes. */
const LEAST_A_SECOND = 17;

const WHAT =
  "Readings through ingest, leaks, alerts, outbox, dispatch and delivery at a clock that is moved: a leak of 20 days and " +
  "a gateway that dies, for a person who wants everything at once; four weeks of the demo, at the defaults; then, in real " +
  "time, a server that gets 1,000 cases an hour and a local mail server.";

const parts = ["leak", "gateway", "month", "pipeline", "throughput"] as const;
type Part = (typeof parts)[number];

/** `bench messages`: how many messages people get, and how soon. */
export function messagesBench(): Command {
  return new Command("messages")
    .description("messages about a leak, a dead gateway and a month of the demo, and how soon they are accepted")
    .option("--minutes <number>", "how long cases open at 1,000 an hour", wholeNumber, 3)
    .option("--only <part>", `one of ${parts.join(", ")}`)
    .option("--record", "keep the figures in docs/")
    .action(async (options: { minutes: number; only?: string; record?: true }) => {
      const say = (line: string) => process.stdout.write(`${line}\n`);
      const wants = (part: Part) => options.only === undefined || options.only === part;
      const figures: Figure[] = [];
      const postgres = await withPostgres(async ({ url }) => {
        if (wants("leak")) figures.push(...leakFigures(await oneLeak(url), say));
        if (wants("gateway")) figures.push(...gatewayFigures(await deadGateway(url), say));
        if (wants("month")) figures.push(...monthFigures(await demoMonth(url, say), say));
        if (wants("throughput")) figures.push(...throughputFigures(await throughput(url)));
        await migrate(url);
        const connections = connect(url);
        return await postgresVersion(connections).finally(connections.close);
      });
      if (wants("pipeline")) figures.push(...pipelineFigures(await pipeline(options.minutes)));
      const result = { bench: "messages", what: WHAT, command: "npm run bench -- messages", postgres, figures };
      await report(result, options.record === true);
    });
}

const count = (name: string, value: number, goal?: Goal): Figure => ({
  name,
  value,
  unit: "",
  ...(goal === undefined ? {} : { goal }),
});

function leakFigures({ messages, threads, others, daily }: OneLeak, say: (line: string) => void): Figure[] {
  say(`a leak: ${messages.join(", ")}; about its meter: ${others.join(", ")}`);
  return [
    count("leak of 20 days with a return: messages", messages.length, { must: "be at most", value: MOST_OF_A_LEAK }),
    count("its threads", threads, { must: "be", value: 1 }),
    count("a reminder on each of its days would be", daily),
    count("beside it, about the day without data", others.length),
  ];
}

function gatewayFigures(
  { meters, sent, offline }: Awaited<ReturnType<typeof deadGateway>>,
  say: (line: string) => void,
): Figure[] {
  say(`a dead gateway: ${sent.join(", ")}`);
  return [
    count("meters behind a gateway that dies", meters),
    count("alerts about it and them", offline),
    count("messages about it and them", sent.length, { must: "be", value: 1 }),
  ];
}

function monthFigures({ units, managers, lists, atOnce }: DemoMonth, say: (line: string) => void): Figure[] {
  for (const { email, organization, perWeek } of managers)
    say(`${email}, ${organization}: ${perWeek.join(", ")} messages in the weeks`);
  const each = managers.flatMap(({ perWeek }) => perWeek);
  const inAll = [...Map.groupBy(managers, ({ email }) => email).values()].flatMap((ofOne) =>
    (ofOne[0]?.perWeek ?? []).map((_, week) => ofOne.reduce((sum, { perWeek }) => sum + (perWeek[week] ?? 0), 0)),
  );
  return [
    count("demo month: units", units),
    count("lists in it", lists),
    count("bursts sent at once", atOnce),
    count(
      "messages about an organization to each manager and week",
      each.reduce((sum, one) => sum + one, 0) / each.length,
    ),
    count("most messages about an organization to a manager in a week", Math.max(...each), {
      must: "be at most",
      value: MOST_A_WEEK,
    }),
    count("most messages in a week to a manager of several organizations", Math.max(...inAll)),
  ];
}

function pipelineFigures({ cases, times, missing }: Pipeline): Figure[] {
  const seconds = (share: number) => percentile(times, share) / 1000;
  return [
    count("cases opened at 1,000 an hour", cases),
    count("of them without a message", missing, { must: "be", value: 0 }),
    { name: "case opened to message accepted, median", value: seconds(0.5), unit: "s" },
    {
      name: "case opened to message accepted, 95 % within",
      value: seconds(0.95),
      unit: "s",
      goal: { must: "be at most", value: MOST_SECONDS },
    },
  ];
}

function throughputFigures({ messages, dispatchedPerSecond, deliveredPerSecond }: Throughput): Figure[] {
  return [
    count("messages of 100 cases, for ten people each", messages),
    { name: "messages made of the outbox", value: dispatchedPerSecond, unit: "messages/s" },
    {
      name: "messages accepted by a local mail server",
      value: deliveredPerSecond,
      unit: "messages/s",
      goal: { must: "be at least", value: LEAST_A_SECOND },
    },
  ];
}
