import type { QueryClient } from "@tanstack/react-query";
import { setActiveOrganization } from "../active-organization.ts";
import { meQuery } from "../query.ts";
import { forgetAllViews } from "../report/search/saved-view.ts";

/** Makes this tab act in another organization: nothing of the former one stays, neither figures nor filters. */
export async function actIn(client: QueryClient, organization: number): Promise<void> {
  setActiveOrganization(organization);
  forgetAllViews();
  await client.cancelQueries();
  client.clear();
  await client.prefetchQuery(meQuery);
}
