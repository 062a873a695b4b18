import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { addressRanges } from "../network/address-ranges.ts";
import { text } from "../problem/text.ts";
import { DeliveryError } from "./delivery-error.ts";
import { isPublicAddress } from "./public-address.ts";
import { fixedLookup, type Resolve, resolveByDns } from "./resolve.ts";
import { connectionError, statusError } from "./response-errors.ts";

export interface PostRequest {
  /** Typed by a user: it may name anything. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

export interface PostResponse {
  status: number;
  /** The first part of it, at most 64 kB. */
  body: string;
}

/**
 * Sends a POST request to an address that a user typed.
 * @returns the response, if its status is one of success
 * @throws DeliveryError
 */
export type Post = (request: PostRequest) => Promise<PostResponse>;

/** For a request in total, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Of a response, in bytes. Nobody needs more of it, and it may not end. */
const MAX_RESPONSE = 65_536;

/**
 * Requests to addresses that users typed, so that these reach nothing that only this machine or its network can reach.
 * The name is resolved once, every address of it is checked, and one of these is connected to; redirects are not
 * followed.
 * @param allow addresses and ranges inside of own networks that are allowed nevertheless, also without encryption
 */
export function openPost(
  allow: readonly string[],
  { resolve = resolveByDns, timeoutMs = TIMEOUT_MS }: { resolve?: Resolve; timeoutMs?: number } = {},
): Post {
  const isAllowed = addressRanges(allow);
  return async (request) => {
    const url = parseUrl(request.url);
    const signal = AbortSignal.timeout(timeoutMs);
    const hostname = url.hostname.replace(/^\[|\]$/g, "");
    try {
      const addresses = isIP(hostname) === 0 ? await withTimeout(resolve(hostname), signal) : [hostname];
      checkAddresses(url, addresses, isAllowed);
      const { retryAfter, ...response } = await exchange(url, addresses, request, signal);
      if (response.status >= 200 && response.status < 300) return response;
      throw statusError(url.hostname, response, retryAfter);
    } catch (error) {
      throw error instanceof DeliveryError ? error : connectionError(url.hostname, error, signal.aborted);
    }
  };
}

function parseUrl(typed: string): URL {
  const url = URL.parse(typed);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new DeliveryError(text`This is not a web address. Enter one that begins with https://.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new DeliveryError(text`The address contains a user name or a password. Enter it without them.`);
  }
  return url;
}

function checkAddresses(url: URL, addresses: readonly string[], isAllowed: (address: string) => boolean): void {
  if (addresses.length === 0) {
    throw new DeliveryError(text`The name ${url.hostname} was not found. Check the address.`, { isRetriable: true });
  }
  if (!addresses.every((address) => isPublicAddress(address) || isAllowed(address))) {
    throw new DeliveryError(
      text`${url.hostname} is inside the server's own networks. Enter a public address, or have the server's operator allow this one in OUTGOING_ALLOW.`,
    );
  }
  if (url.protocol === "http:" && !addresses.every(isAllowed)) {
    throw new DeliveryError(
      text`The address must begin with https://, so that nobody on the way can read the message.`,
    );
  }
}

/** What a name server has not answered in time fails as the request does. */
function withTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, timedOut]);
}

function exchange(
  url: URL,
  addresses: readonly string[],
  { headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<PostResponse & { retryAfter: string | undefined }> {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      headers: { "user-agent": "Dripline", ...headers, "content-length": Buffer.byteLength(body) },
      // Without an agent that keeps connections: one of these could lead to an address that was checked for another.
      agent: false,
      lookup: fixedLookup(addresses),
      signal,
    };
    let finish = reject;
    const sent = request(url, options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      // The status decides, and it is there: a body that is endless, slow or cut changes nothing.
      finish = () => {
        response.destroy();
        const body = Buffer.concat(parts).subarray(0, MAX_RESPONSE).toString("utf8");
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"], body });
      };
      response.on("data", (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size >= MAX_RESPONSE) finish();
      });
      response.on("end", () => finish());
      response.on("error", () => finish());
    });
    sent.on("error", (error) => finish(error));
    sent.end(body);
  });
}
