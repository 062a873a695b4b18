import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { createUser } from "../../server/accounts/create-user.ts";
import type { Fleet } from "../harness/fleet.ts";

const PASSWORD = "Quiet-Valves-7!";
const USES = 9;

const counted = z.looseObject({ stored: z.number() });

/**
 * Asks for new passwords, each at another server, and uses one of the mailed links at all servers at once.
 * @returns how many mails were written by all of them, and how many uses succeeded
 */
export async function useLinkEverywhere(
  { servers, connections }: Pick<Fleet, "servers" | "connections">,
  people: number,
): Promise<{ mails: number; uses: number }> {
  const urlOf = (n: number) => servers[n % servers.length]?.url ?? "";
  const emails = Array.from({ length: people }, (_, n) => `forgetful${n}@example.com`);
  for (const [n, email] of emails.entries()) {
    await createUser(connections, { email, firstName: "", lastName: "", password: PASSWORD, memberships: [] });
    await post(`${urlOf(n)}/v1/password/forgotten`, { email });
  }
  const mails = async () => {
    const all = await Promise.all(servers.map(({ folder }) => mailsIn(join(folder, "mail"))));
    return all.flat().filter((mail) => mail.startsWith("To: forgetful"));
  };
  while ((await mails()).length < people) await pause(20);
  const all = await mails();
  const token = /#token=(\S+)/.exec(all[0] ?? "")?.[1] ?? "";
  const uses = await Promise.all(
    Array.from({ length: USES }, (_, n) =>
      post(`${urlOf(n)}/v1/password/reset`, { token, password: `Quiet-Taps-${n}!` }),
    ),
  );
  return { mails: (await mails()).length, uses: uses.filter(({ status }) => status === 200).length };
}

/** Sends the same batch under the same key to all servers at once, until each has reported what became of it. */
export async function sendSameAtOnce(
  { servers }: Pick<Fleet, "servers">,
  place: BenchPlace,
  body: string,
): Promise<{ stored: number; otherAnswers: number }> {
  const headers = { authorization: `Bearer ${place.token}`, "idempotency-key": crypto.randomUUID() };
  const answers = await Promise.all(
    servers.map(async ({ url }) => {
      for (;;) {
        const answer = await post(`${url}/v1/ingest/readings`, body, headers);
        // Another server is at it.
        if (answer.status !== 409) return answer.text;
        await pause(20);
      }
    }),
  );
  const [first = ""] = answers;
  return {
    stored: counted.parse(JSON.parse(first)).stored,
    otherAnswers: answers.filter((answer) => answer !== first).length,
  };
}

async function post(url: string, body: object | string, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: text,
  });
  return { status: answer.status, text: await answer.text() };
}

async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
