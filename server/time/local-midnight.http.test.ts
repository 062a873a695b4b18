import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../database/connect.ts";
import { hasData, newestOf } from "../metering/last-seen/last-seen-day.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { dayText, localDay } from "./local-day.ts";
import { localMidnight } from "./local-midnight.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let connections: Connections;
beforeAll(async () => {
  database = await freshDatabase();
  connections = connect(database.url);
});
afterAll(async () => {
  await connections?.close();
  await database?.drop();
});

/** Midnight twice (Azores, Havana), none (Beirut, Santiago), an hour before it skipped (Nuuk), half hours (Lord Howe). */
const zones = [
  ...["Atlantic/Azores", "America/Havana", "Asia/Beirut", "America/Santiago", "America/Nuuk"],
  ...["Australia/Lord_Howe", "America/New_York", "Asia/Kolkata", "UTC"],
];

test.each(zones)("database and server agree on the start of days: %s", async (zone) => {
  const first = Date.parse("2024-01-01") / 86_400_000;
  const days = Array.from({ length: 4 * 366 }, (_, i) => first + i);
  const found = await sql<{ at: Date }>`
    select ${localMidnight(sql`day`, sql`${zone}::text`)} as at from unnest(${days.map(dayText)}::date[]) as day
    order by day`.execute(connections.worker);
  expect(found.rows.map(({ at }) => at.toISOString())).toEqual(
    days.map((day) => new Date(localDay(zone, day).startsAt).toISOString()),
  );
});

test.each([
  // With 23.5 and 24.5 hours, before one of 25 that begins twice, and that one.
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Atlantic/Azores", "2026-10-24"],
  ["Atlantic/Azores", "2026-10-25"],
])("a meter read all day was last seen at the end of the day: %s, %s", async (zone, date) => {
  const { hours, endsAt } = localDay(zone, Date.parse(date) / 86_400_000);
  const rows = await sql<{ at: Date; has_data: boolean }>`
    select ${newestOf("day", sql`${zone}::text`)} as at, ${hasData("day")} as has_data from (
      select ${date}::date as day, ${hours}::int as hours, array_fill(1, array[${hours}::int]) as gallons, 0 as covered,
        ${hours}::int as hours_measured, null::int[] as register_seconds, false as has_registers, null::jsonb as lumps,
        null::int as intervals_until) day`.execute(connections.worker);
  expect(rows.rows).toEqual([{ at: new Date(endsAt), has_data: true }]);
});
