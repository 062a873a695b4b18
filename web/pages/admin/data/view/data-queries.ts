import type { Query } from "@tanstack/react-query";
import { read } from "../../../../app/query.ts";
import { type DataSearch, orderingOf } from "./data-search.ts";

/** Polling interval of an unfinished import. */
const EVERY_MS = 1000;
/** How often the open quarantine list is refreshed: registers are judged some seconds after their import is over. */
const WAITING_EVERY_MS = 5000;

function pageOf({ page = 1, page_size = 10 }: DataSearch) {
  return { page, page_size };
}

/** How much of a property waits for a person, beside other figures of its set-up. */
function waitingQuery(id: number) {
  return read("GET /v1/admin/properties/{id}/setup", { params: { id } });
}

/** The imports of a property; polled while one of them is running. */
function importsQuery(id: number, search: DataSearch) {
  const query = read("GET /v1/properties/{property_id}/imports", {
    params: { property_id: id },
    query: { ...pageOf(search), ordering: orderingOf("imports", search) },
  });
  type Answer = Awaited<ReturnType<NonNullable<typeof query.queryFn>>>;
  return {
    ...query,
    refetchInterval: ({ state: { data } }: Query<Answer, Error, Answer, readonly [string, unknown]>) =>
      data?.results.some(({ finished_at }) => finished_at === null) ? EVERY_MS : (false as const),
  };
}

/** One import; polled until it has finished. */
export function importQuery(propertyId: number, importId: number) {
  const query = read("GET /v1/properties/{property_id}/imports/{import_id}", {
    params: { property_id: propertyId, import_id: importId },
  });
  type Answer = Awaited<ReturnType<NonNullable<typeof query.queryFn>>>;
  return {
    ...query,
    refetchInterval: ({ state: { data } }: Query<Answer, Error, Answer, readonly [string, unknown]>) =>
      data !== undefined && data.finished_at === null ? EVERY_MS : (false as const),
  };
}

function rejectedQuery(id: number, search: DataSearch) {
  const { code, source, search: text } = search;
  const state =
    search.state === "stored" || search.state === "dismissed" || search.state === "all" ? search.state : "open";
  return read("GET /v1/properties/{property_id}/rejected-readings", {
    params: { property_id: id },
    query: { state, code, source, text, ...pageOf(search), ordering: orderingOf("rejected", search) },
  });
}

function quarantineQuery(id: number, search: DataSearch) {
  const state =
    search.state === "accepted" || search.state === "rejected" || search.state === "all" ? search.state : "open";
  const query = read("GET /v1/properties/{property_id}/quarantine", {
    params: { property_id: id },
    query: {
      state,
      meter_serial_number: search.search,
      ...pageOf(search),
      ordering: orderingOf("quarantine", search),
    },
  });
  return { ...query, refetchInterval: state === "open" ? WAITING_EVERY_MS : (false as const) };
}

function repairsQuery(id: number, search: DataSearch) {
  const { kind, undone } = search;
  return read("GET /v1/properties/{property_id}/repairs", {
    params: { property_id: id },
    query: { kind, undone, ...pageOf(search), ordering: orderingOf("repairs", search) },
  });
}

export function repairQuery(propertyId: number, repairId: number) {
  return read("GET /v1/properties/{property_id}/repairs/{repair_id}", {
    params: { property_id: propertyId, repair_id: repairId },
  });
}

/** Meters to choose from: the first of those that have a text in their serial number. */
export function meterSearchQuery(propertyId: number, search: string) {
  return read("GET /v1/admin/staff/inventory/properties/{property_id}/meters", {
    params: { property_id: propertyId },
    query: { search: search || undefined, page_size: 20 },
  });
}

/** The same for those who do not see the inventory: of all properties, those in service. */
export function meterInServiceQuery(search: string) {
  return read("GET /v1/search", { query: { q: search, limit: 20 } });
}

/** What the screen shows of a property, with the tab that is open. */
export function dataQueries(id: number, search: DataSearch) {
  const { tab } = search;
  return {
    waiting: waitingQuery(id),
    imports: { ...importsQuery(id, search), enabled: tab === undefined },
    rejected: { ...rejectedQuery(id, search), enabled: tab === "rejected" },
    quarantine: { ...quarantineQuery(id, search), enabled: tab === "quarantine" },
    repairs: { ...repairsQuery(id, search), enabled: tab === "repairs" },
  };
}
