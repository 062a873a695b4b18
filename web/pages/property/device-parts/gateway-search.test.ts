import { expect, test } from "vitest";
import { gatewaySearch } from "./gateway-search.ts";

const read = (raw: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(gatewaySearch(raw, "2026-03-10")).filter(([, value]) => value !== undefined));

test("parses the URL that it wrote", () => {
  const search = {
    date: "2026-03-09",
    property_id: [3],
    status: ["delayed", "offline"],
    device_type: ["meter"],
    tab: "no-consumption",
    list_page: 2,
    page_size: 25,
    open: [14, 10],
    dialog: "thresholds",
  };
  expect(read(search)).toEqual(search);
});

test("treats today as now, and rejects a future day with a notice", () => {
  expect(read({ date: "2026-03-10" })).toEqual({ date: "now" });
  expect(read({ date: "now" })).toEqual({ date: "now" });
  expect(read({ date: "2026-03-11" })).toEqual({ unread: ["days"] });
});

test("leaves invalid parts out, and reports them", () => {
  expect(read({ date: "now", status: ["asleep", "online"], page: "first", property_id: "x" })).toEqual({
    date: "now",
    status: ["online"],
    unread: ["page", "places", "filters"],
  });
});

test("reports an unknown list or order as left out", () => {
  expect(read({ date: "now", tab: "routers", list_ordering: "-height" })).toEqual({
    date: "now",
    unread: ["tab", "ordering"],
  });
  const sound = { date: "now", tab: "gateways-routers", ordering: "-days_offline", list_ordering: "state" };
  expect(read(sound)).toEqual(sound);
});

test("all statuses filter nothing", () => {
  expect(read({ date: "now", status: ["unknown", "online", "offline", "delayed"] })).toEqual({ date: "now" });
});
