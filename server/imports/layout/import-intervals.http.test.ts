import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../../database/connect.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { readInventoryFile } from "../files/inventory-file.ts";
import { applyInventory } from "../inventory/apply-inventory.ts";
import { withFlags } from "../message.ts";
import { csvFile } from "../testing/csv-file.ts";
import { importFile, NOW, newProperty } from "../testing/import-file.ts";
import { intervalsText } from "./file-interval.ts";
import { inspectFile } from "./inspect-file.ts";
import { layoutWishOf } from "./layout-options.ts";

let connections: Connections;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await freshDatabase();
  connections = connect(database.url);
  drop = database.drop;
});
afterAll(async () => {
  await connections.close();
  await drop();
});

const wish = layoutWishOf({ map: "serial=Meter,time=Start,gallons=Usage" });

/** Imports rows below the header Meter,Start,Usage, in local times of Chicago. @returns what it did and the days after it */
async function take(rows: readonly string[], layoutWish = wish) {
  const propertyId = await newProperty(connections, `Intervals ${Math.random()}`);
  const path = await csvFile(["Meter,Start,Usage", ...rows].join("\n"));
  const { format } = await inspectFile(path, layoutWish);
  const foreseen = await importFile(connections, propertyId, path, {
    wish: layoutWish,
    createUnits: true,
    dryRun: true,
  });
  const done = await importFile(connections, propertyId, path, { wish: layoutWish, createUnits: true });
  expect(foreseen.report.stored).toBe(done.report.stored);
  await refreshAll(connections, () => NOW);
  const days = await sql<{ day: string; gallons: number; estimated: number; hours: (number | null)[] | null }>`
    select day, sum(gallons_total)::bigint as gallons, sum(estimated_total)::bigint as estimated,
      (array_agg(array(select coalesce(g, 0) + coalesce(e, 0) from unnest(d.gallons, d.estimated) as h (g, e))))[1:1] as hours
    from meter_days d where property_id = ${propertyId} group by day order by day`.execute(connections.worker);
  return { ...done, interval: format.intervals && withFlags(intervalsText(format.intervals)), days: days.rows };
}

const two = (number: number) => String(number).padStart(2, "0");
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const quarters = (serial: string, day: string, value: (i: number) => number) =>
  Array.from({ length: 96 }, (_, i) => `${serial},${day} ${clock(i * 15)},${value(i)}`);
const date = (day: string, number: number) =>
  new Date(Date.parse(day) + number * 86_400_000).toISOString().slice(0, 10);

// Covers data-4
test("four rows an hour for three days are 168 gallons a day, and the interval is reported", async () => {
  const rows = [0, 1, 2].flatMap((n) => quarters("M1", date("2026-05-04", n), (i) => (i % 4) + 0.25));
  const { report, interval, days } = await take(rows);
  expect(interval).toBe("15 minutes");
  expect(report).toMatchObject({ rows: 288, stored: 288, duplicate: 0, rejected: 0 });
  expect(days.map(({ day, gallons, estimated }) => [day, gallons, estimated])).toEqual(
    [0, 1, 2].map((n) => [date("2026-05-04", n), 168_000, 0]),
  );
});

test("reads meters of different intervals by their own", async () => {
  const hours = Array.from({ length: 24 }, (_, i) => `House,2026-05-04 ${clock(i * 60)},2`);
  const { interval, days } = await take([...quarters("M1", "2026-05-04", () => 0.5), ...hours]);
  expect(interval).toBe("15 minutes; 60 minutes: House");
  expect(days).toMatchObject([{ day: "2026-05-04", gallons: 96_000, estimated: 0 }]);
});

test("keeps the repeated hour in autumn at 15 minutes", async () => {
  const rows = Array.from({ length: 100 }, (_, i) => {
    const at = Date.parse("2025-11-02T05:00:00Z") + i * 900_000;
    const ahead = at < Date.parse("2025-11-02T07:00:00Z") ? 5 : 6;
    return `M1,${new Date(at - ahead * 3_600_000).toISOString().slice(0, 16)},1`;
  });
  const { report, days } = await take(rows);
  expect(report).toMatchObject({ stored: 100, rejected: 0 });
  expect(days).toMatchObject([{ day: "2025-11-02", gallons: 100_000, estimated: 0 }]);
});

test("spreads daily volumes over the 23, 24 or 25 hours of their day", async () => {
  const spring = await take([6, 7, 8, 9].map((n) => `M1,2026-03-0${n},${n * 24}`));
  expect(spring.interval).toBe("1 day");
  expect(spring.days.map(({ day, gallons, estimated }) => [day, gallons, estimated])).toEqual(
    [6, 7, 8, 9].map((n) => [`2026-03-0${n}`, n * 24_000, n * 24_000]),
  );
  const autumn = await take([1, 2, 3, 4].map((n) => `M1,2025-11-0${n} 00:00,50`));
  expect(autumn.days).toMatchObject([1, 2, 3, 4].map((n) => ({ day: `2025-11-0${n}`, gallons: 50_000 })));
});

test("spreads weekly and monthly volumes over all their days", async () => {
  const weeks = await take([0, 1, 2, 3].map((n) => `M1,${date("2026-03-02", n * 7)},168`));
  expect(weeks.interval).toBe("7 days");
  expect(weeks.days).toHaveLength(28);
  expect(weeks.days.reduce((sum, { gallons }) => sum + gallons, 0)).toBe(4 * 168_000);
  const months = await take(["01", "02", "03", "04"].map((month) => `M1,2026-${month}-01,310`));
  expect(months.interval).toBe("1 month");
  expect(months.days).toHaveLength(31 + 28 + 31 + 30);
  expect(months.days.filter(({ day }) => day < "2026-02-01").every(({ gallons }) => gallons === 10_000)).toBe(true);
});

test.each([
  [["02", "03", "04", "05"], 28 + 31 + 30 + 31],
  [["02", "03", "04", "05", "06", "07"], 28 + 31 + 30 + 31 + 30 + 31],
])("reads the volumes of the months %j as such, whatever their lengths", async (months, count) => {
  const { interval, days } = await take(months.map((month) => `M1,2025-${month}-01,3100`));
  expect(interval).toBe("1 month");
  expect(days).toHaveLength(count);
  const february = days.filter(({ day }) => day < "2025-03-01");
  expect(february.reduce((sum, { gallons }) => sum + gallons, 0)).toBe(3_100_000);
});

test("applies a given interval, and rejects an impossible one", async () => {
  const day = layoutWishOf({ map: "serial=Meter,time=Start,gallons=Usage", interval: "day" });
  const { days, interval } = await take(["M1,2026-05-04 00:00,24"], day);
  expect(interval).toBe("1 day");
  expect(days).toMatchObject([{ day: "2026-05-04", gallons: 24_000 }]);
  expect(() => layoutWishOf({ interval: "20" })).toThrow("--interval is 1, 5, 10, 15, 30, 60 (minutes), hour, day");
});

test("rereads a rejected row with the interval of its file", async () => {
  const rows = quarters("M1", "2026-05-04", (i) => (i === 7 ? -1 : 1));
  const { report, rejected } = await take(rows);
  expect(report.rejected).toBe(1);
  expect(rejected).toMatchObject([{ code: "negative" }]);
  const kept = await sql<{ form: unknown }>`
    select form from rejected_readings where form->'format'->'intervals'->'interval' is not null`.execute(
    connections.worker,
  );
  expect(kept.rows[0]?.form).toMatchObject({ format: { intervals: { interval: { unit: "minute", count: 15 } } } });
});

test("notes times that look like the ends of intervals, and reads them so where told to", async () => {
  // 00:15 to 24:00, written as 00:00 of the next day: one gallon each, and three in the last.
  const day = (n: number) =>
    Array.from({ length: 96 }, (_, i) => {
      const at = Date.parse("2026-05-04T00:00:00Z") + n * 86_400_000 + (i + 1) * 900_000;
      return `M1,${new Date(at).toISOString().slice(0, 16)},${i === 95 ? 3 : 1}`;
    });
  const rows = [...day(0), ...day(1)];
  const begins = await take(rows);
  expect(begins.interval).toBe(
    "15 minutes; the times may be the ends of the intervals, as whole days run from 00:15 to 00:00; --interval-end takes them so",
  );
  expect(begins.days.map(({ day: on }) => on)).toEqual(["2026-05-04", "2026-05-05", "2026-05-06"]);
  const ends = await take(rows, layoutWishOf({ map: "serial=Meter,time=Start,gallons=Usage", intervalEnd: true }));
  expect(ends.interval).toBe("15 minutes");
  expect(ends.days.map(({ day: on, gallons }) => [on, gallons])).toEqual([
    ["2026-05-04", 98_000],
    ["2026-05-05", 98_000],
  ]);
  expect(ends.days[0]).toMatchObject({ hours: [[...Array.from({ length: 23 }, () => 4000), 6000]] });
});

test("reads the ends of intervals in autumn, in spring and of days, weeks and months", async () => {
  const ends = (options = {}) =>
    layoutWishOf({ map: "serial=Meter,time=Start,gallons=Usage", intervalEnd: true, ...options });
  const walls = (from: string, count: number, offset: (at: number) => number) =>
    Array.from({ length: count }, (_, i) => {
      const at = Date.parse(from) + (i + 1) * 900_000;
      return `M1,${new Date(at + offset(at) * 3_600_000).toISOString().slice(0, 16)},1`;
    });
  const autumn = await take(
    walls("2025-11-02T05:00:00Z", 100, (at) => (at < Date.parse("2025-11-02T07:00:00Z") ? -5 : -6)),
    ends(),
  );
  expect(autumn.report).toMatchObject({ stored: 100, rejected: 0 });
  expect(autumn.days).toMatchObject([{ day: "2025-11-02", gallons: 100_000, estimated: 0 }]);
  const spring = await take(
    walls("2026-03-08T06:00:00Z", 92, (at) => (at < Date.parse("2026-03-08T08:00:00Z") ? -6 : -5)),
    ends(),
  );
  expect(spring.report).toMatchObject({ stored: 92, rejected: 0 });
  expect(spring.days).toMatchObject([{ day: "2026-03-08", gallons: 92_000, estimated: 0 }]);

  const days = (taken: { days: { day: string; gallons: number }[] }) =>
    taken.days.map(({ day, gallons }) => [day, gallons]);
  const two = [
    ["2026-05-04", 24_000],
    ["2026-05-05", 48_000],
  ];
  expect(days(await take(["M1,2026-05-05 00:00,24", "M1,2026-05-06 00:00,48"], ends({ interval: "day" })))).toEqual(
    two,
  );
  expect(days(await take(["M1,2026-05-04,24", "M1,2026-05-05,48"], ends({ interval: "day" })))).toEqual(two);
  const week = await take(["M1,2026-05-10,168", "M1,2026-05-17,168"], ends({ interval: "week" }));
  expect([week.days[0], week.days.at(-1)]).toMatchObject([{ day: "2026-05-04" }, { day: "2026-05-17" }]);
  const month = await take(["M1,2026-04-30,720", "M1,2026-05-31,744"], ends({ interval: "month" }));
  expect([month.days[0], month.days.at(-1)]).toMatchObject([{ day: "2026-04-01" }, { day: "2026-05-31" }]);
  expect(month.days.every(({ gallons }) => gallons === 24_000)).toBe(true);
});

test("months that are dated at their ends touch, and no water is lost", async () => {
  const months = ["2025-10-31,3100", "2025-11-30,3000", "2025-12-31,3100", "2026-01-31,3100", "2026-02-28,2800"];
  const { report, interval, days } = await take([...months, "2026-03-31,3100"].map((row) => `M1,${row}`));
  expect(interval).toContain("month");
  expect(report).toMatchObject({ stored: 6, rejected: 0 });
  expect(days.reduce((sum, { gallons }) => sum + gallons, 0)).toBe(18_200_000);
});

/** A gallon for each day of the months on whose first or last days these are. */
const monthlyOn = (serial: string, dates: string[], isEnd: boolean) =>
  dates.slice(isEnd ? 1 : 0, isEnd ? undefined : -1).map((day, i) => {
    const [from = "", until = ""] = [dates[i], dates[i + 1]];
    return `${serial},${day},${(Date.parse(until) - Date.parse(from)) / 86_400_000}`;
  });
const datesOn = (day: number) =>
  [10, 11, 12, 13, 14, 15].map((month) => {
    const last = new Date(Date.UTC(2025, month + 1, 0)).getUTCDate();
    return new Date(Date.UTC(2025, month, Math.min(day, last))).toISOString().slice(0, 10);
  });

test.each([
  [28, false, undefined],
  [28, false, "month"],
  [28, true, undefined],
  [29, false, undefined],
  [29, true, "month"],
  [30, false, undefined],
  [30, true, undefined],
  [31, false, "month"],
  [31, true, undefined],
])("months dated on day %i (ends: %s, stated: %s) touch, also in March", async (day, isEnd, interval) => {
  const dates = datesOn(day);
  const stated = layoutWishOf({
    map: "serial=Meter,time=Start,gallons=Usage",
    intervalEnd: isEnd,
    ...(interval && { interval }),
  });
  const { interval: found, days } = await take(monthlyOn("M1", dates, isEnd), stated);
  expect(found).toContain("1 month");
  const first = Date.parse(dates[0] ?? "") + (isEnd ? 86_400_000 : 0);
  const count = (Date.parse(dates.at(-1) ?? "") - Date.parse(dates[0] ?? "")) / 86_400_000;
  expect(days.map(({ day: on }) => on)).toEqual(
    Array.from({ length: count }, (_, n) => date(new Date(first).toISOString(), n)),
  );
  expect(days.reduce((sum, { gallons }) => sum + gallons, 0)).toBe(count * 1000);
  // The day of 23 hours has less, and the others of its month a little more.
  expect(days.every(({ gallons }) => gallons > 950 && gallons < 1010)).toBe(true);
});

test("meters whose months begin on other days than most have each their own", async () => {
  const meters = [
    ["M1", 31],
    ["M2", 31],
    ["M3", 28],
  ] as const;
  const rows = meters.flatMap(([serial, day]) => monthlyOn(serial, datesOn(day), false));
  const { interval, days } = await take(rows);
  expect(interval).toBe("1 month");
  const written = rows.reduce((sum, row) => sum + Number(row.split(",")[2]), 0);
  expect(days.reduce((sum, { gallons }) => sum + gallons, 0)).toBe(written * 1000);
});

/** A property with the master meter M1. */
async function masterMeter(): Promise<number> {
  const propertyId = await newProperty(connections, `Master ${Math.random()}`);
  const { rows } = await readInventoryFile(
    await csvFile("property,building,unit,bedrooms,point,serial,gateway\nOak,A,,,Building,M1,\n", "inventory.csv"),
  );
  const who = { userId: null, email: "command line", requestId: "", at: NOW };
  const { applied } = await applyInventory(connections, rows, { organization: null, propertyId, dryRun: false }, who);
  expect(applied).toBe(true);
  return propertyId;
}

const monthInKgal = layoutWishOf({ map: "serial=Meter,time=Start,gallons=Usage", unit: "kgal", interval: "month" });

test.each([
  ["spreads all of a large building's month", [], 2_350_000_000],
  // All hours but the last are measured, and nothing ran: they contradict the month, of which an hour can hold so much.
  [
    "takes no more of a month than its open hours can hold",
    Array.from({ length: 743 }, (_, hour) => hour),
    2_100_000_000,
  ],
])("%s", async (_what, measured, expected) => {
  const propertyId = await masterMeter();
  const hours = measured.map((hour) => `M1,${new Date(Date.UTC(2026, 4, 1, hour + 5)).toISOString()},0`);
  if (hours.length > 0) {
    const { report } = await importFile(
      connections,
      propertyId,
      await csvFile(["serial,hour,gallons", ...hours].join("\n")),
    );
    expect(report.stored).toBe(743);
  }
  const path = await csvFile("Meter,Start,Usage\nM1,2026-05-01,2350\n");
  const { report, rejected } = await importFile(connections, propertyId, path, { wish: monthInKgal });
  expect([rejected, report.stored]).toEqual([[], 1]);
  await refreshAll(connections, () => NOW);
  const { rows } = await sql<{ gallons: number; days: number }>`
    select sum(gallons_total)::bigint as gallons, count(*)::bigint as days from meter_days
    where property_id = ${propertyId}`.execute(connections.worker);
  expect(rows).toEqual([{ gallons: expected, days: 31 }]);
});

test("a volume over several hours that is dated at its end covers the hours before it", async () => {
  const at = (hour: number) => `2026-03-02T${two(hour)}:00`;
  const hours = Array.from({ length: 23 }, (_, i) => i + 1).filter((hour) => hour < 12 || hour > 14);
  const rows = hours.map((hour) => `M1,${at(hour)},5,1`);
  const propertyId = await newProperty(connections, `Intervals ${Math.random()}`);
  const path = await csvFile(["Meter,End,Usage,Hours", ...rows, `M1,${at(14)},30,3`].join("\n"));
  const ends = layoutWishOf({ map: "serial=Meter,time=End,gallons=Usage,hours=Hours", intervalEnd: true });
  await importFile(connections, propertyId, path, { wish: ends, createUnits: true });
  await refreshAll(connections, () => NOW);
  const { rows: days } = await sql<{ gallons: number }>`
    select sum(gallons_total)::bigint as gallons from meter_days where property_id = ${propertyId}`.execute(
    connections.worker,
  );
  expect(days).toEqual([{ gallons: 130_000 }]);
});
