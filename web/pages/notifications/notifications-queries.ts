import { queryOptions } from "@tanstack/react-query";
import { ownEndpoint } from "../../app/push/this-browser.ts";
import { read } from "../../app/query.ts";
import { propertiesQuery } from "../../app/report/report-queries.ts";

/** What the screen shows of the account. The preferences are not those of the shell, which may be minutes old. */
export function notificationsQueries() {
  return {
    preferences: read("GET /v1/me/preferences", {}),
    channels: read("GET /v1/me/notification-channels", {}),
    endpoint: queryOptions({ queryKey: ["own push endpoint"], queryFn: ownEndpoint, staleTime: 0 }),
    properties: propertiesQuery(),
    reports: read("GET /v1/me/report-subscriptions", { query: { page: 1, page_size: 50 } }),
  };
}
