import { useLocation } from "@tanstack/react-router";

/** The token of a mailed link; null where the address has none, because it was not copied as a whole. */
export function useLinkToken(): string | null {
  const hash = useLocation({ select: (location) => location.hash });
  return tokenIn(hash);
}

/** @param hash what stands behind the #, without it */
export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash).get("token") || null;
}
