import { expect, test } from "vitest";
import { detailPeriod } from "../../../../app/report/search/detail-search.ts";
import { searchPeriod } from "../../../../app/report/search/report-search.ts";
import { top5Search } from "../../top5-leaks-details/top5-search.ts";
import { leakPageSearch } from "./url-view.ts";

test("reads a valid link completely", () => {
  const raw = {
    meter: "0042",
    property_id: "7",
    organization_id: "3",
    dateRangeLabel: "last-7-days",
    days_ago: "7",
    include_active_leak: "true",
    leak: "2026-06-12T00:00:00-05:00",
    rule: "floor",
    dialog: "property-information",
    leaks_page: "2",
  };
  expect(leakPageSearch(raw)).toMatchObject({
    meter: "0042",
    property_id: 7,
    organization_id: 3,
    days_ago: 7,
    include_active_leak: true,
    leak: "2026-06-12T05:00:00.000Z",
    leaks_page: 2,
    unread: undefined,
  });
});

test("leaves invalid parts out, and reports them", () => {
  const unread = (raw: object) => leakPageSearch({ meter: "1", ...raw }).unread;
  expect(unread({ dateRangeLabel: "whenever" })).toEqual(["days"]);
  expect(unread({ days_ago: "3" })).toEqual(["days"]);
  expect(unread({ start_date: "2026-02-30", end_date: "2026-03-01" })).toEqual(["days"]);
  expect(unread({ start_date: "2026-03-02", end_date: "2026-03-01" })).toEqual(["days"]);
  expect(unread({ dateRangeLabel: "custom-date-range" })).toEqual(["days"]);
  expect(unread({ property_id: "x", page: "-1", leak: "yesterday" })).toEqual(["page", "places", "filters"]);
  expect(unread({ tab: "week", ordering: "height", leaks_ordering: "x" })).toEqual(["tab", "ordering"]);
  expect(unread({ tab: "day", ordering: "-gallons", leaks_ordering: "-started_at" })).toBeUndefined();
  expect(unread({ include_active_leak: "false", days_ago: "0" })).toBeUndefined();
  // The router rewrites the URL without the dropped parts; the notice about them is kept.
  expect(unread({ unread: ["places", "nothing"] })).toEqual(["places"]);
  expect(leakPageSearch({ meter: "1", dialog: "delete-everything" }).dialog).toBeUndefined();
});

test.each([
  [{ period: "last-7-days" }, { period: "last-7-days" }, undefined],
  [{ dateRangeLabel: "last-7-days" }, { period: "last-7-days" }, undefined],
  [{ days_ago: "7" }, { period: "last-7-days" }, undefined],
  [{ days_ago: "0" }, { period: "today" }, undefined],
  [{ dateRangeLabel: "last-30-days", days_ago: "30", period: "last-30-days" }, { period: "last-30-days" }, undefined],
  [{ period: "last-7-days", start_date: "2026-03-01", end_date: "2026-03-07" }, { period: "last-7-days" }, undefined],
  [
    { dateRangeLabel: "custom-date-range", start_date: "2026-03-01", end_date: "2026-03-07" },
    { period: "custom-date-range", start_date: "2026-03-01", end_date: "2026-03-07" },
    undefined,
  ],
  [{ period: "yesterday", days_ago: "7" }, { period: "yesterday" }, ["days"]],
  [{ period: "last-7-days", dateRangeLabel: "last-30-days" }, { period: "last-7-days" }, ["days"]],
  [{ period: "whenever", days_ago: "7" }, { period: "last-7-days" }, ["days"]],
  [{ days_ago: "3" }, { period: "yesterday" }, ["days"]],
])("a link with %o selects the same days on both leak pages", (names, period, unread) => {
  const raw = { meter: "1", property_id: "7", ...names };
  const [detail, top5] = [leakPageSearch(raw), top5Search(raw)];
  expect(detailPeriod(detail)).toMatchObject(period);
  expect(searchPeriod(top5)).toMatchObject(period);
  expect([detail.unread, top5.unread]).toEqual([unread, unread]);
  // Nothing stays in the address under a name that this page does not use.
  expect([detail.period, top5.days_ago, top5.dateRangeLabel]).toEqual([undefined, undefined, undefined]);
});
