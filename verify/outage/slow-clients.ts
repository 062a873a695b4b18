import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../../bench/run/percentile.ts";
import { withProduct } from "../harness/scene.ts";
import { atMost, type Check, caught, exactly, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { openSlowCrowd } from "./slow-crowd.ts";

const CROWD = 500;
const CONTROL_CROWD = 20;
const LONGEST_SECONDS = 15;
const METERS = 100;
/** So long somebody reads reports without the crowd, before it and after it. */
const ALONE_MS = 4000;

interface Account {
  opened: number;
  closed: number;
  longest: number;
  /** How many times as long others waited for a report, at the median. */
  times: number;
  failed: number;
}

export const slowClients: Check = {
  id: "D6",
  proves:
    "Clients that take for ever to send their headers or their bodies are cut off soon, and the others hardly notice them.",
  runsIn: "full",
  run: async (say) => {
    const account = await runCrowd(null, CROWD);
    say(`${account.opened} slow clients, others waited ${account.times.toFixed(2)} times as long`);
    say("control: a server that waits for whoever is slow");
    const patient = await runCrowd("no-timeout", CONTROL_CROWD);
    return [
      exactly("slow clients", account.opened, 2 * CROWD),
      none("slow clients that still hang on", account.opened - account.closed),
      atMost("longest until one was cut off", account.longest, LONGEST_SECONDS, "s"),
      atMost("times as long others wait, at the median", account.times, 2),
      none("requests of others that failed", account.failed),
      caught("control: clients that hang on", patient.opened - patient.closed),
    ];
  },
};

function runCrowd(sabotage: Sabotage | null, size: number): Promise<Account> {
  return withProduct(sabotage, async ({ url, makePlace, signInAdmin }) => {
    await makePlace(METERS);
    const { cookie } = await signInAdmin();
    const bystander = reader(url, cookie);
    const before = await bystander.readFor(ALONE_MS);
    const headers = await openSlowCrowd(url, size, "GET /v1/me HTTP/1.1\r\nHost: dripline\r\nX-Slow: ");
    const bodies = await openSlowCrowd(
      url,
      size,
      "POST /v1/session HTTP/1.1\r\nHost: dripline\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{",
    );
    const beside = await bystander.readFor(LONGEST_SECONDS * 1000);
    const closedAfter = [...headers.closedAfter, ...bodies.closedAfter];
    headers.end();
    bodies.end();
    await pause(500);
    const after = await bystander.readFor(ALONE_MS);
    const alone = Math.max(percentile(before, 0.5), percentile(after, 0.5));
    return {
      opened: headers.size + bodies.size,
      closed: closedAfter.length,
      longest: closedAfter.reduce((most, seconds) => Math.max(most, seconds), 0),
      times: percentile(beside, 0.5) / alone,
      failed: bystander.failed(),
    };
  });
}

/** Somebody who reads one report after another. */
function reader(url: string, cookie: string) {
  let failed = 0;
  return {
    failed: () => failed,
    /** @returns the milliseconds that each took */
    readFor: async (milliseconds: number): Promise<number[]> => {
      const times: number[] = [];
      const until = performance.now() + milliseconds;
      while (performance.now() < until) {
        const began = performance.now();
        const answer = await fetch(`${url}/v1/reporting/overview?days_ago=7`, { headers: { cookie } });
        await answer.arrayBuffer();
        if (!answer.ok) failed++;
        times.push(performance.now() - began);
      }
      return times;
    },
  };
}
