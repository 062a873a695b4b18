/** Headers as a page of ours sends them: with a cookie they state their origin, unless they already do. */
export function fromOwnPage<T extends Record<string, string | string[] | undefined>>(headers: T): T {
  const isBare = headers.origin === undefined && headers["sec-fetch-site"] === undefined;
  return headers.cookie !== undefined && isBare ? { ...headers, "sec-fetch-site": "same-origin" } : headers;
}
