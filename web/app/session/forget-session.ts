import type { QueryClient } from "@tanstack/react-query";

/**
 * Opens the page on which a session ends, and forgets what the session has read: Back must not show it. What the opened
 * page has begun to load goes on.
 */
export async function forgetSession(client: QueryClient, open: () => Promise<void>): Promise<void> {
  const queries = client.getQueryCache();
  const seen = queries.getAll();
  await open();
  for (const query of seen) queries.remove(query);
  client.getMutationCache().clear();
}
