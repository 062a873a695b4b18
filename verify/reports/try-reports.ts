import type { CallName } from "../../contract/calls.ts";
import { packEverything } from "../../server/metering/testing/pack-everything.ts";
import { Draws, hash } from "../../simulator/random.ts";
import { one } from "../harness/random.ts";
import { type Control, unnoticed } from "./controls.ts";
import { Figures } from "./figures/figures.ts";
import { theRules } from "./figures/rules.ts";
import { changes } from "./installation/changes.ts";
import { makeInstallation, NOW } from "./installation/installation.ts";
import type { Site } from "./installation/site.ts";
import { answers, reportCalls } from "./requests/answers.ts";
import { drawRequest, unaskedParameters } from "./requests/draw-request.ts";
import { isPaged, listToRead, readPages } from "./requests/paging.ts";
import { tryPriceEffect } from "./requests/price-effect.ts";
import { describeRequest } from "./requests/request.ts";
import { type Answered, ask, expectedOf, judge } from "./requests/try-request.ts";
import { readStored } from "./stored/read-stored.ts";
import type { Stored } from "./stored/stored.ts";

export interface Size {
  seed: number;
  properties: number;
  days: number;
  /** Of each call in each state. */
  requests: number;
  /** How many times more all is requested in the last state while a false definition gives the same answers. */
  further: number;
  /** How many lists of each call are read page by page. */
  lists: number;
}

export interface Tried {
  states: number;
  requests: number;
  /** All answers, each with the state that it is about. */
  answered: (Answered & { stored: Stored })[];
  /** False definitions that would give the same answers. */
  missed: Control[];
  lists: number;
  pages: number;
  /** Sentences. */
  wrong: string[];
  wrongPages: string[];
  /** Report calls, and parameters of them, that nothing computes or asks with. */
  untried: string[];
}

const HOUR_MS = 3_600_000;
/** Instants of the requests: when the last reading came, when it is tomorrow in some zones, and the next day. */
const INSTANTS = [NOW, NOW + 9 * HOUR_MS, NOW + 30 * HOUR_MS];

/** Fills an empty database and holds the answers of all report calls against what is computed from the stored hours. */
export async function tryReports(site: Site, size: Size, say: (line: string) => void): Promise<Tried> {
  const installation = await makeInstallation(site, size, say);
  const tried: Tried = {
    states: 0,
    requests: 0,
    answered: [],
    missed: [],
    lists: 0,
    pages: 0,
    wrong: [],
    wrongPages: [],
    untried: [
      ...reportCalls.filter((call) => answers[call] === undefined).map((call) => `${call}: nothing computes it`),
      ...reportCalls.flatMap((call) => unaskedParameters(call).map((name) => `${call}: nothing asks with ${name}`)),
    ],
  };
  const known = reportCalls.filter((call) => answers[call] !== undefined && unaskedParameters(call).length === 0);
  let stored = await readStored(site.connections);
  await askAll(site, stored, known, size, tried, 0);
  tried.states++;
  say(`at first: ${tried.requests} questions, ${tried.wrong.length} wrong answers`);
  for (const change of changes) {
    site.clock.now = NOW;
    await change.make(site, installation, stored, new Draws(hash(size.seed, 50 + tried.states)));
    // From the second state on with packed months, which the changes unpack in part.
    await packEverything(site);
    stored = await readStored(site.connections);
    await askAll(site, stored, known, size, tried, tried.states);
    tried.states++;
    say(`${change.title}: ${tried.requests} questions, ${tried.wrong.length} wrong answers`);
  }
  tried.missed = unnoticed(tried.answered);
  for (let i = 0; i < size.further && tried.missed.length > 0; i++) {
    const before = tried.answered.length;
    await askAll(site, stored, known, size, tried, tried.states + i);
    tried.missed = unnoticed(tried.answered.slice(before), tried.missed);
    say(
      `to tell false definitions from the true ones: ${tried.requests} questions, ${tried.wrong.length} wrong answers`,
    );
  }
  await tryPages(site, stored, known, size, tried);
  return tried;
}

/** @param turn the round; each draws other requests */
async function askAll(
  site: Site,
  stored: Stored,
  known: readonly CallName[],
  { seed, requests }: Size,
  tried: Tried,
  turn: number,
): Promise<void> {
  const figures = new Figures(stored, theRules);
  for (const [number, call] of known.entries()) {
    for (let i = 0; i < requests; i++) {
      const draws = new Draws(hash(hash(hash(seed, number), i), turn));
      const request = drawRequest(call, stored, INSTANTS, draws);
      const answered = await ask(site, request);
      const wrong = judge(answered, expectedOf(answered.request, figures));
      if (wrong.length > 0) tried.wrong.push(`${describeRequest(request)}: ${wrong.slice(0, 3).join("; ")}`);
      tried.requests++;
      tried.answered.push({ ...answered, stored });
    }
  }
  for (let i = 0; i < requests; i++) {
    const draws = new Draws(hash(hash(hash(seed, 700), i), turn));
    tried.wrong.push(...(await tryPriceEffect(site, figures, one(draws, INSTANTS), draws)));
    tried.requests++;
  }
}

async function tryPages(
  site: Site,
  stored: Stored,
  known: readonly CallName[],
  { seed, lists }: Size,
  tried: Tried,
): Promise<void> {
  const figures = new Figures(stored, theRules);
  for (const call of known.filter(isPaged)) {
    for (let i = 0; i < lists; i++) {
      const request = await listToRead(site, (attempt) =>
        drawRequest(call, stored, INSTANTS, new Draws(hash(hash(hash(seed, 900), i), attempt))),
      );
      const done = await readPages(site, figures, request);
      tried.lists += done.lists;
      tried.pages += done.pages;
      tried.wrongPages.push(...done.wrong);
    }
  }
}
