/** Headers as a page of ours sends them: those with a cookie say where they come from, unless they already do. */
export function fromOwnPage<T extends Record<string, string | string[] | undefined>>(headers: T): T {
  const isBare = headers.origin === undefined && headers["sec-fetch-site"] === undefined;
  return headers.cookie !== undefined && isBare ? { ...headers, "sec-fetch-site": "same-origin" } : headers;
}
