import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { demoAccountList } from "../../server/accounts/demo-accounts.ts";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { signIn } from "../harness/person.ts";
import { type Kind, type Names, unknownPlace } from "../world/place.ts";
import type { StoppedClockServer } from "./checkout.ts";
import { reads, recordedRequest, requestAt, writes } from "./requests.ts";

const recorded = z.object({
  /** As the contract names it. */
  operation: z.string(),
  /** The account's e-mail; null: anonymous; "gateway": a gateway of the first property. */
  who: z.string().nullable(),
  request: recordedRequest,
  status: z.number(),
  /** Media type. */
  type: z.string(),
  /** The text, or a digest of a binary file; compressed by gzip, because a run has gigabytes of files. */
  body: z.instanceof(Uint8Array),
});
/** A request and its response. */
export type Recorded = z.infer<typeof recorded>;

/** A step of a recording: concurrent reads, one write, or "settle", which brings all figures up to date. */
export const step = z.union([
  z.object({ reads: z.array(recorded) }),
  z.object({ write: recorded }),
  z.literal("settle"),
]);
export type Step = z.infer<typeof step>;

const idField = z.looseObject({ id: z.union([z.number(), z.string()]) });
const tokenField = z.looseObject({ token: z.string() });

const CONCURRENT_READS = 4;

type Sending = Pick<Recorded, "operation" | "who" | "request">;

export function textOf({ body }: Pick<Recorded, "body">): string {
  return gunzipSync(body).toString();
}

/** Sends requests as the demo's accounts, anonymously, and as a gateway. */
export class Sender {
  #cookies = new Map<string, string>();
  #token = "none";

  #server: StoppedClockServer;

  constructor(server: StoppedClockServer) {
    this.#server = server;
  }

  async send({ operation, who, request }: Sending): Promise<Recorded> {
    const { method, url, headers, body } = request;
    const isText = typeof body === "string";
    const typed = body === undefined || isText ? headers : { "content-type": "application/json", ...headers };
    const answer = await fetch(this.#server.url + url, {
      method,
      redirect: "manual",
      // A connection kept idle on a busy machine may be closed by the server just when it is used again.
      headers: fromOwnPage({ ...typed, ...(await this.#identity(who)), connection: "close" }),
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isReadable = type.startsWith("text/") || type.endsWith("json");
    const text = isReadable ? bytes.toString() : createHash("sha256").update(bytes).digest("hex");
    if (operation === "POST /v1/admin/properties/{id}/gateway-tokens" && answer.ok)
      this.#token = tokenField.parse(JSON.parse(text)).token;
    return { operation, who, request, status: answer.status, type, body: gzipSync(text, { level: 1 }) };
  }

  /** Sends reads of one account, several at a time. */
  async sendAll(list: readonly Sending[]): Promise<Recorded[]> {
    const answers: Recorded[] = [];
    let next = 0;
    const sendNext = async (): Promise<void> => {
      for (let index = next++; index < list.length; index = next++) {
        const one = list[index];
        if (one !== undefined) answers[index] = await this.send(one);
      }
    };
    // Signs in once, before the requests are sent at the same time.
    await this.#identity(list[0]?.who ?? null);
    await Promise.all(Array.from({ length: CONCURRENT_READS }, sendNext));
    return answers;
  }

  async #identity(who: string | null): Promise<Record<string, string>> {
    if (who === null) return {};
    if (who === "gateway") return { authorization: `Bearer ${this.#token}` };
    const account = demoAccountList.find(({ email }) => email === who);
    if (account === undefined) throw new Error(`The demo has no account ${who}.`);
    const cookie = this.#cookies.get(who) ?? (await signIn(this.#server.url, account)).cookie;
    this.#cookies.set(who, cookie);
    return { cookie };
  }
}

/** Operations that create something, and the kind of its id. */
const made: readonly (readonly [path: string, kind: Kind])[] = [
  ["POST /v1/properties/{property_id}/repairs", "repair"],
  ["POST /v1/properties/{property_id}/imports", "import"],
  ["POST /v1/leaks/repaired", "leakRepair"],
  ["POST /v1/admin/staff/organizations/users/staff", "staffUser"],
  ["POST /v1/admin/staff/organizations/users/external", "user"],
  ["POST /v1/admin/organizations/{id}/api-keys", "apiKey"],
  ["POST /v1/admin/organizations/{id}/webhooks", "webhook"],
  ["POST /v1/admin/organizations/{id}/notification-routes", "route"],
  ["POST /v1/admin/organizations/{id}/report-subscriptions", "subscription"],
  ["POST /v1/me/report-subscriptions", "ownSubscription"],
  ["POST /v1/admin/properties/{id}/gateway-tokens", "gatewayToken"],
];

const [ADMIN = "", ...others] = demoAccountList.map(({ email }) => email);
const everybody = [null, ...others, ADMIN];

/** Sends all requests and records the responses. */
export async function record(server: StoppedClockServer, say: (line: string) => void): Promise<Step[]> {
  const sender = new Sender(server);
  const steps: Step[] = [];
  const { properties, places } = await demoPlaces(sender);
  const settle = async () => {
    await server.settle(properties);
    steps.push("settle");
  };
  const readAll = async (people: readonly (string | null)[]) => {
    for (const who of people) {
      const list = reads(places).map((read) => ({ ...read, who }));
      steps.push({ reads: await sender.sendAll(list) });
      say(`${list.length} reads as ${who ?? "anonymous"}`);
    }
  };
  await settle();
  await readAll(everybody);
  const names: Record<Kind, number | string> = { ...(places[0] ?? unknownPlace.names) };
  for (const who of [...everybody, ADMIN]) {
    for (const operation of writes()) {
      const sentAs = operation.access === "gateway" && who === ADMIN ? "gateway" : who;
      const write = await sender.send({ operation: operation.name, who: sentAs, request: requestAt(operation, names) });
      steps.push({ write });
      const kind = made.find(([name]) => name === operation.name)?.[1];
      const parsed = kind === undefined || write.status >= 300 ? null : idField.safeParse(JSON.parse(textOf(write)));
      if (kind !== undefined && parsed?.success === true) names[kind] = parsed.data.id;
    }
    await settle();
    say(`writes as ${who ?? "anonymous"}`);
  }
  places.unshift(names);
  await readAll([ADMIN]);
  return steps;
}

/** Sends the requests of a recording again. @returns the responses to these */
export async function replay(
  server: StoppedClockServer,
  steps: readonly Step[],
  say: (line: string) => void,
): Promise<Step[]> {
  const sender = new Sender(server);
  const { properties } = await demoPlaces(sender);
  const now: Step[] = [];
  for (const [index, step] of steps.entries()) {
    if (step === "settle") {
      await server.settle(properties);
      now.push(step);
    } else if ("write" in step) now.push({ write: await sender.send(step.write) });
    else {
      now.push({ reads: await sender.sendAll(step.reads) });
      say(`step ${index + 1} of ${steps.length}`);
    }
  }
  return now;
}

const list = z.array(z.looseObject({ id: z.union([z.number(), z.string()]) }));
const page = z.looseObject({ results: list });
const serial = z.looseObject({ serial_number: z.string() });

/** The demo's first two properties, each with the id of one thing of each kind; where it has none, an unknown id. */
async function demoPlaces(sender: Sender): Promise<{ properties: number[]; places: Names[] }> {
  const rows = async (path: string) => {
    const answer = await sender.send({
      operation: "",
      who: ADMIN,
      request: { method: "GET", url: `/v1/admin/${path}`, headers: {} },
    });
    const parsed = z.union([list, page.transform(({ results }) => results)]).safeParse(JSON.parse(textOf(answer)));
    if (!parsed.success) throw new Error(`${path} responded with ${textOf(answer).slice(0, 300)}`);
    return parsed.data;
  };
  const organizations = await rows("staff/inventory/organizations");
  const properties = (await rows("staff/inventory/organizations/properties")).map(({ id }) => Number(id));
  const places: Names[] = [];
  for (const property of properties.slice(0, 2)) {
    const of = (what: string) => rows(`staff/inventory/properties/${property}/${what}`);
    const [meters, gateways] = [await of("meters"), await of("gateways")];
    places.push({
      ...unknownPlace.names,
      organization: organizations[0]?.id ?? 0,
      property,
      building: (await of("buildings"))[0]?.id ?? 0,
      unit: (await of("units"))[0]?.id ?? 0,
      point: (await of("points"))[0]?.id ?? 0,
      meterId: meters[0]?.id ?? 0,
      meter: serial.parse(meters[0]).serial_number,
      gateway: serial.parse(gateways[0]).serial_number,
    });
  }
  return { properties, places };
}
