import { createHmac, hkdfSync } from "node:crypto";
import type { NamedRequest } from "./store-event.ts";

/**
 * The token of a vendor's link, derived from the request that makes it: it is the same for a request that is sent again and in
 * each attempt to mail it, and only its hash is stored.
 */
export function vendorToken({ key, bodyHash }: NamedRequest, sessionSecret: string): string {
  const own = Buffer.from(hkdfSync("sha256", sessionSecret, "", "dripline links of vendors", 32));
  return createHmac("sha256", own).update(bodyHash).update(key).digest("base64url");
}
