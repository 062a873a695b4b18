import { t } from "@lingui/core/macro";
import type { z } from "zod";
import type { Call } from "../../contract/call/call.ts";
import type { CallName, Calls } from "../../contract/calls.ts";
import { language } from "../language/language.ts";
import { activeOrganization } from "./active-organization.ts";
import { ApiError } from "./api-error.ts";

type Schemas<N extends CallName> =
  Calls[N] extends Call<infer P, infer Q, infer B, infer R> ? { params: P; query: Q; body: B; response: R } : never;

type Given<Key extends string, Schema extends z.ZodType, Value> = Schema extends z.ZodUndefined
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value };

/** What a call takes: path parameters, query (all of it optional) and body, as the contract has them. */
export type CallInput<N extends CallName> = Given<"params", Schemas<N>["params"], z.output<Schemas<N>["params"]>> &
  Partial<Given<"query", Schemas<N>["query"], Partial<z.output<Schemas<N>["query"]>>>> &
  Given<"body", Schemas<N>["body"], z.input<Schemas<N>["body"]>> & {
    signal?: AbortSignal;
    /** Acts in this organization, whichever was chosen. */
    organization?: number | undefined;
    /** Of a call that stores something: sent again under it, it is stored once. */
    idempotencyKey?: string;
    /** The token of a vendor's link, for its calls that take a file. */
    vendorLink?: string;
  };

export type CallAnswer<N extends CallName> = z.output<Schemas<N>["response"]>;

/**
 * Makes a call of the contract as the signed-in user, in the organization they chose.
 * @throws ApiError for every failure, except that an aborted call throws what `fetch` throws.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallAnswer<N>> {
  const response = await ask(name, input);
  return response.json().catch((error: unknown) => {
    if (input.signal?.aborted) throw error;
    throw new ApiError(response.status, null);
  });
}

/**
 * Sends a file as the body of a call, of which the contract describes everything but that.
 * @throws ApiError as `call` does
 */
export async function callWithFile<N extends CallName>(
  name: N,
  input: CallInput<N>,
  file: Blob,
): Promise<CallAnswer<N>> {
  return (await ask(name, { ...input, body: file })).json();
}

/** Makes a reading call that is known only while the program runs. @throws ApiError as `call` does */
export async function callNamed(name: CallName, input: Params) {
  return (await ask(name, input)).json();
}

/**
 * Makes a reading call and stops everything until it is answered: for the one moment in which the browser waits for
 * nothing else, before it prints.
 * @returns null where there is no answer
 */
export function callAtOnce(name: CallName, input: Pick<Params, "params" | "query">) {
  const [, path = "/"] = name.split(" ");
  const request = new XMLHttpRequest();
  request.open("GET", address(path, input.params, input.query), false);
  const organization = activeOrganization();
  if (organization !== null) request.setRequestHeader("X-CURRENT-ORGANIZATION-ID", String(organization));
  try {
    request.send();
    return request.status === 200 ? JSON.parse(request.responseText) : null;
  } catch {
    return null;
  }
}

/**
 * Makes a call whose answer is a file. Its name is empty where the answer has none.
 * @throws ApiError as `call` does, also where the file breaks off
 */
export async function callFile(name: CallName, input: Params): Promise<{ name: string; content: Blob }> {
  const response = await ask(name, input);
  const content = await response.blob().catch((error: unknown) => {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, null);
  });
  return { name: /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "", content };
}

interface Params {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal | undefined;
  organization?: number | undefined;
  idempotencyKey?: string | undefined;
  vendorLink?: string | undefined;
}

async function ask(name: CallName, input: Params): Promise<Response> {
  const [method = "GET", path = "/"] = name.split(" ");
  const headers = new Headers({ Accept: "application/json, */*;q=0.5", "Accept-Language": language });
  const organization = input.organization ?? activeOrganization();
  if (organization !== null) headers.set("X-CURRENT-ORGANIZATION-ID", String(organization));
  if (input.vendorLink !== undefined) headers.set("Vendor-Link", input.vendorLink);
  if (input.idempotencyKey !== undefined) headers.set("Idempotency-Key", input.idempotencyKey);
  if (input.body instanceof Blob) headers.set("Content-Type", imageType(input.body));
  else if (input.body !== undefined) headers.set("Content-Type", "application/json");
  const body = input.body === undefined || input.body instanceof Blob ? input.body : JSON.stringify(input.body);
  // No timeout for writes and exports: their result must be known.
  const timeout = method === "GET" && !path.endsWith("/export") ? TIMEOUT : null;
  const requestInit = { method, headers, body, signal: input.signal };
  const response = await reach(address(path, input.params, input.query), requestInit, timeout);
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => null));
  return response;
}

/** Files that are sent are photos; some systems do not know the type of those of their owner's phone. */
function imageType({ type }: Blob): string {
  return type.startsWith("image/") ? type : "image/heic";
}

const TOO_SLOW = t`The server took too long to answer. Try again.`;

/** Timeout of reading calls in milliseconds. */
const TIMEOUT = 30_000;

async function reach(url: string, init: RequestInit, timeoutMs: number | null): Promise<Response> {
  const giveUp = new AbortController();
  const timer = timeoutMs === null ? undefined : setTimeout(() => giveUp.abort(), timeoutMs);
  const signals = [giveUp.signal, ...(init.signal ? [init.signal] : [])];
  try {
    return await fetch(url, { ...init, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, giveUp.signal.aborted ? { code: "too_slow", detail: TOO_SLOW } : null);
  } finally {
    clearTimeout(timer);
  }
}

/** The address of a call: path parameters filled in, lists as repeated keys, what is undefined left out. */
export function address(path: string, params: unknown, query: unknown): string {
  const filled = Object.entries(params ?? {}).reduce(
    (done, [name, value]) => done.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single !== undefined && single !== null) search.append(name, String(single));
    }
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
