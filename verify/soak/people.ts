import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { type Person, signIn } from "../harness/person.ts";
import { everySoOften } from "./every-so-often.ts";

/** How often something was done, and how often in vain. */
export interface Done {
  times: number;
  failed: number;
}

/** Somebody signs in, looks who they are and signs out, again and again. */
export async function signInAndOut(url: string, everySeconds: number, seconds: number): Promise<Done> {
  const done: Done = { times: 0, failed: 0 };
  await everySoOften(everySeconds, seconds, async () => {
    done.times++;
    const person = await signIn(url).catch(() => null);
    const headers = fromOwnPage({ cookie: person?.cookie ?? "" });
    const me = await fetch(`${url}/v1/me`, { headers });
    await me.arrayBuffer();
    const out = await fetch(`${url}/v1/session`, { method: "DELETE", headers });
    await out.arrayBuffer();
    if (!me.ok || !out.ok) done.failed++;
  });
  return done;
}

/** Somebody takes a table as a file, by turns these. */
export async function takeFiles(
  { url, cookie }: Person,
  paths: readonly string[],
  everySeconds: number,
  seconds: number,
): Promise<Done> {
  const done: Done = { times: 0, failed: 0 };
  await everySoOften(everySeconds, seconds, async (time) => {
    done.times++;
    const answer = await fetch(url + paths[time % paths.length], { headers: { cookie } });
    const bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok || bytes === 0) done.failed++;
  });
  return done;
}
