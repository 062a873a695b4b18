import { Button } from "@mantine/core";
import type { ReportView } from "./report-view.ts";

/** What an empty page says that lies beyond the last one, as an old link can lead to; null for any other page. */
export function beyondLast(view: ReportView, count: number | undefined) {
  if (count === undefined || count === 0 || view.page * view.pageSize < count) return null;
  return {
    sentence: "This page lies beyond the last one.",
    action: <Button onClick={() => view.setPage(0)}>Show page 1</Button>,
  };
}
