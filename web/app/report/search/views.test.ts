import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { missingMessage, unreadMessage } from "../filters/link-text.ts";
import { entrySearch } from "../filters/places-seen.ts";
import { placesQuery, propertiesQuery } from "../report-queries.ts";
import { addDays, countDays } from "./calendar.ts";
import { detailPeriod, detailSearch, namePeriod } from "./detail-search.ts";
import { completeSearch } from "./entry.ts";
import { orderingOf, reportSearch } from "./report-search.ts";
import type { ReportSearch } from "./report-search-fields.ts";
import { reportView } from "./report-view.ts";
import { type Screen, savedView, saveView, viewOver } from "./saved-view.ts";

const now = "2024-03-11";

/** A view over search params, and those that it navigates to; it is rendered once, with the initial ones. */
function viewOf(screen: Screen, search: ReportSearch) {
  const gone: { to: ReportSearch; replace: boolean | undefined }[] = [];
  let latest = search;
  const view = reportView(screen, search, (next, replace) => {
    latest = next(latest);
    gone.push({ to: latest, replace });
  });
  return { view, gone, last: () => gone.at(-1) };
}

beforeEach(() => {
  for (const name of ["localStorage", "sessionStorage"]) {
    const stored = new Map<string, string>();
    vi.stubGlobal(name, {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  }
});

describe("a URL without a period", () => {
  // Covers states-7
  test("opens yesterday, and on History the last seven complete days as a range", () => {
    for (const screen of ["properties", "cockpit", "finance", "property", "top5", "top5-home"] as const) {
      expect(completeSearch(screen, {}, now)).toEqual({ period: "yesterday" });
    }
    expect(completeSearch("owner-report", {}, now)).toEqual({ period: "last-30-days" });
    expect(completeSearch("history", {}, now)).toEqual({
      period: "custom-date-range",
      start_date: "2024-03-04",
      end_date: "2024-03-10",
    });
  });

  test("fills in missing parts from the stored view of the screen", () => {
    saveView("top5", { period: "last-7-days", property_id: [4], page: 3 }, now);
    expect(completeSearch("top5", {}, now)).toMatchObject({ period: "last-7-days", property_id: [4] });
    expect(completeSearch("top5", {}, now)?.page).toBeUndefined();
  });

  test("ignores stored places when it names a place", () => {
    saveView("history", { period: "last-30-days", property_id: [4], building_id: [5] }, now);
    const search = completeSearch("history", { unit_id: [9] }, now);
    expect(search).toMatchObject({ period: "last-30-days", unit_id: [9] });
    expect(search?.property_id).toBeUndefined();
    expect(search?.building_id).toBeUndefined();
  });

  test("a stored default period moves on with the date", () => {
    saveView("history", { period: "custom-date-range", start_date: "2024-03-04", end_date: "2024-03-10" }, now);
    expect(completeSearch("history", {}, "2024-04-02")?.end_date).toBe("2024-04-01");
  });

  test("ignores the stored view when it names a period", () => {
    saveView("properties", { period: "last-7-days", property_id: [4] }, now);
    expect(completeSearch("properties", { period: "yesterday" }, now)).toBeNull();
  });
});

describe("places that the user does not see (any more)", () => {
  function clientSeeing() {
    const client = new QueryClient();
    const property = { organization_name: "Oak", city: "", state: "", time_zone: "UTC", units_count: 1 };
    client.setQueryData(propertiesQuery().queryKey, [
      { ...property, id: 4, name: "A", organization_id: 1 },
      { ...property, id: 5, name: "B", organization_id: 2 },
    ]);
    client.setQueryData(placesQuery({ property_id: [4] }).queryKey, {
      buildings: [{ id: 40, building_name: "North", property_id: 4 }],
      units: [{ id: 400, name: "1", building_id: 40 }],
    });
    return client;
  }
  const period = { period: "yesterday" } as const;

  // Covers states-12
  test("are dropped from the stored view and the URL before any request", async () => {
    saveView("history", { ...period, property_id: [4, 99], building_id: [40, 41], unit_id: [401] }, now);
    const search = await entrySearch(clientSeeing(), "history", {});
    expect(search).toMatchObject({ property_id: [4], building_id: [40], unit_id: undefined });
    // The URL did not name them, so there is no notice.
    expect(search?.missing).toBeUndefined();
    expect(await entrySearch(clientSeeing(), "top5", { ...period, organization_id: [1, 3] })).toMatchObject({
      organization_id: [1],
      missing: ["organization"],
    });
    // A property of another organization than the chosen one is not offered, either.
    const apart = { ...period, organization_id: [1], property_id: [5] };
    expect(await entrySearch(clientSeeing(), "top5", apart)).toMatchObject({ property_id: undefined });
  });

  test("are looked up within the one property on its own page", async () => {
    const search = { ...period, building_id: [41], unit_id: [400] };
    expect(await entrySearch(clientSeeing(), "property", search, 4)).toMatchObject({
      building_id: undefined,
      unit_id: [400],
      missing: ["building"],
    });
  });

  test("are missing when the unit of a link is in another building than the link's", async () => {
    const client = clientSeeing();
    client.setQueryData(placesQuery({ property_id: [4] }).queryKey, {
      buildings: [
        { id: 40, building_name: "North", property_id: 4 },
        { id: 41, building_name: "South", property_id: 4 },
      ],
      units: [{ id: 400, name: "1", building_id: 40 }],
    });
    const search = { ...period, property_id: [4], building_id: [41], unit_id: [400] };
    const seen = await entrySearch(client, "history", search);
    expect(seen).toMatchObject({ building_id: [41], unit_id: undefined, missing: ["unit"] });
    // What a redirect wrote into the URL is read again, and leads nowhere else.
    const again = reportSearch({ ...seen });
    expect(again.missing).toEqual(["unit"]);
    expect(await entrySearch(client, "history", again)).toBeNull();
  });

  test("do not change a URL that names none of them", async () => {
    const search = { ...period, organization_id: [1], property_id: [4], building_id: [40] };
    const client = clientSeeing();
    client.setQueryData(placesQuery(search).queryKey, {
      buildings: [{ id: 40, building_name: "North", property_id: 4 }],
      units: [],
    });
    expect(await entrySearch(client, "top5", search)).toBeNull();
  });
});

test("keeps a list's filters on the way back, and takes the days of the previous page", () => {
  const range = { period: "custom-date-range", start_date: "2024-01-01", end_date: "2024-01-09" } as const;
  saveView("top5", { ...range, property_id: [4] }, now);
  const back = viewOver("top5", { period: "last-7-days" });
  expect(back).toMatchObject({ period: "last-7-days", property_id: [4], start_date: undefined, end_date: undefined });
});

describe("a report's view", () => {
  // Covers states-6
  test("returns to the first page with every change except that of the page", () => {
    const { view, gone, last } = viewOf("properties", { period: "yesterday", page: 3 });
    view.setOrdering("-units");
    view.setPeriod({ period: "last-7-days" });
    view.setPageSize(25);
    for (const { to } of gone) expect(to.page).toBeUndefined();
    view.setPage(4);
    expect(last()?.to).toMatchObject({ period: "last-7-days", ordering: "-units", page_size: 25, page: 5 });
  });

  test("keeps both of two changes made before a render", () => {
    const { view, last } = viewOf("history", { period: "yesterday", tab: "meters" });
    view.setFilters({ only_active: true });
    view.setFilters({ bedrooms_from: 2 });
    view.setDialog("gallons-leaks");
    view.setResolution("week");
    const both = { period: "yesterday", tab: "meters", only_active: true, bedrooms_from: 2 };
    expect(last()?.to).toMatchObject({ ...both, dialog: "gallons-leaks", resolution: "week" });
    expect(savedView("history")).toMatchObject(both);
  });

  // Covers states-6
  test("drops the dates of a range when a named period is chosen", () => {
    const range = { period: "custom-date-range", start_date: "2024-01-01", end_date: "2024-01-09" } as const;
    const { view, last } = viewOf("properties", range);
    view.setPeriod({ period: "last-7-days" });
    expect(last()?.to).toMatchObject({ period: "last-7-days", start_date: undefined, end_date: undefined });
  });

  // Covers states-12
  test("drops building and unit filters when properties change", () => {
    const { view, last } = viewOf("history", { period: "yesterday", building_id: [1], unit_id: [2] });
    view.setFilters({ property_id: [3] });
    expect(last()?.to).toMatchObject({ property_id: [3], building_id: undefined, unit_id: undefined });
  });
});

describe("the notice about a link", () => {
  const unread = (raw: Record<string, unknown>) => reportSearch(raw).unread;

  test("lists exactly the invalid parts of the link", () => {
    expect(unread({ period: "foo" })).toEqual(["days"]);
    expect(unread({ period: "custom-date-range", start_date: "2024-02-09", end_date: "2024-02-01" })).toEqual(["days"]);
    expect(unread({ end_date: "2024-02-01" })).toEqual(["days"]);
    expect(unread({ period: "yesterday", page: "-1" })).toEqual(["page"]);
    expect(unread({ period: "yesterday", page_size: "7" })).toEqual(["page"]);
    expect(unread({ unit_id: ["3", "abc"] })).toEqual(["places"]);
    expect(unread({ bedrooms_from: "5", bedrooms_to: "2", comparison: "last" })).toEqual(["filters"]);
    expect(unread({ granularity: "minute", only_active: "maybe", page: "x" })).toEqual(["page", "filters"]);
    const sound = { period: "yesterday", page: "2", page_size: "25", unit_id: "3", only_active: "false" };
    expect(unread({ ...sound, bedrooms_from: "0", bedrooms_to: "7", granularity: "day", utm_source: "mail" })).toBe(
      undefined,
    );
    expect(unread({})).toBeUndefined();
    const known = { tabs: ["meters"], orderings: ["date"] };
    const other = reportSearch({ period: "yesterday", tab: "metres", ordering: "-dates" }, known);
    expect(other).toMatchObject({ tab: undefined, ordering: undefined, unread: ["tab", "ordering"] });
    expect(reportSearch({ tab: "meters", ordering: "-date" }, known)).toMatchObject({
      tab: "meters",
      ordering: "-date",
    });
    expect(reportSearch({ tab: "meters", ordering: "-date" }, known).unread).toBeUndefined();
  });

  test("stays when a missing page falls back to the last one, and disappears when the page is turned", () => {
    const initial: ReportSearch = { period: "yesterday", page: 99, unread: ["days"], missing: ["unit"] };
    const { view, last } = viewOf("top5", initial);
    view.setPage(1, true);
    expect(last()).toEqual({ to: { ...initial, page: 2 }, replace: true });
    view.setPage(1);
    expect(last()?.to).toEqual({ period: "yesterday", page: 2 });
  });

  test("stays in the URL after a redirect, and disappears with the next change", () => {
    const complete = completeSearch("top5", reportSearch({ period: "foo" }), now);
    expect(complete).toMatchObject({ period: "yesterday", unread: ["days"] });
    const initial: ReportSearch = { ...complete, missing: ["unit"] };
    const filtered = viewOf("top5", initial);
    filtered.view.setFilters({ only_active: true });
    expect(filtered.last()?.to).toMatchObject({ period: "yesterday", only_active: true });
    const dismissed = viewOf("top5", initial);
    dismissed.view.dismissNotice();
    expect(dismissed.last()).toMatchObject({ to: { period: "yesterday" }, replace: true });
    for (const { to } of [...filtered.gone, ...dismissed.gone]) expect(to.missing ?? to.unread).toBeUndefined();
    saveView("top5", { ...complete, missing: ["unit"] }, now);
    expect(completeSearch("top5", {}, now)).toMatchObject({ period: "yesterday" });
    expect(completeSearch("top5", {}, now)?.missing).toBeUndefined();
  });

  test("is a sentence that names what is shown instead", () => {
    expect(missingMessage(["unit"], {})).toBe(
      "This link names a unit that is not there or that you may not see. All units are shown instead.",
    );
    expect(missingMessage(["property", "unit"], {})).toContain("a property and a unit that are not there");
    expect(missingMessage(["unit"], { building_id: [4] })).toContain("The rest of the link is shown.");
    expect(missingMessage(["building"], { building_id: [4] })).toContain("The others are shown.");
    expect(unreadMessage(["days", "page", "filters"])).toContain("left out: the days, the page and a filter.");
  });
});

test("reads dates without the name of a period as a range", () => {
  const range = { start_date: "2024-02-01", end_date: "2024-02-09" };
  expect(reportSearch(range)).toMatchObject({ period: "custom-date-range", ...range });
});

// Covers filters-10, states-7
test("resets History to the last seven days as a range, on the same tab", () => {
  vi.useFakeTimers({ now: new Date(2024, 2, 11, 12) });
  saveView("history", { period: "last-30-days", property_id: [4] }, now);
  const reset = viewOf("history", { period: "last-30-days", property_id: [4], tab: "meters", page: 2 });
  reset.view.reset();
  const week = { period: "custom-date-range", start_date: "2024-03-04", end_date: "2024-03-10" };
  expect(reset.gone.map(({ to }) => to)).toEqual([{ ...week, tab: "meters", granularity: undefined }]);
  expect(completeSearch("history", {}, now)).toEqual(week);
  vi.useRealTimers();
});

test("leaves invalid parts of a URL out", () => {
  const search = reportSearch({
    period: "custom-date-range",
    start_date: "2024-02-09",
    end_date: "2024-02-01",
    page_size: "7",
  });
  expect(search.period).toBeUndefined();
  expect(search.page_size).toBeUndefined();
  expect(orderingOf("-drop table", ["units"])).toBeUndefined();
  expect(orderingOf("-units", ["units"])).toBe("-units");
});

// Covers nav-3
test("parses the period of a leak's URL by label, days or dates, and parses what it wrote", () => {
  expect(detailPeriod(detailSearch({ dateRangeLabel: "last-30-days" }))).toEqual({ period: "last-30-days" });
  expect(detailPeriod(detailSearch({ days_ago: "7" }))).toEqual({ period: "last-7-days" });
  expect(detailPeriod(detailSearch({ start_date: "2024-01-01", end_date: "2024-01-03" })).period).toBe(
    "custom-date-range",
  );
  expect(detailPeriod(detailSearch({}))).toEqual({ period: "yesterday" });
  for (const period of ["yesterday", "last-7-days", "last-30-days"] as const) {
    expect(detailPeriod(detailSearch({ ...namePeriod({ period }) }))).toEqual({ period });
  }
});

test("counts days inclusively over months, leap days and clock changes", () => {
  expect(countDays("2024-02-28", "2024-03-01")).toBe(3);
  expect(addDays("2024-03-11", -2)).toBe("2024-03-09");
  expect(addDays("2023-12-31", 1)).toBe("2024-01-01");
});
