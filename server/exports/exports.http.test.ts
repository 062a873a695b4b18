import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Call } from "../../contract/call/call.ts";
import { calls } from "../../contract/calls.ts";
import { rowOf, tableOf } from "../../contract/files/exports.ts";
import { columnsOf } from "../../contract/files/file-columns.ts";
import { textsIn } from "../language/texts.ts";
import { clockChange, clockChangeNow } from "../reporting/testing/clock-change.ts";
import { everyHour, writeDay } from "../reporting/testing/hours.ts";
import { addMeter, addOrganization, addProperty, addUnit } from "../reporting/testing/places.ts";
import { rollUp } from "../reporting/testing/roll-up.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";

let app: ScopedApp;
/** Where it listens; calls are made as the user of the last request. */
let address: string;
let home: Awaited<ReturnType<typeof clockChange>>;
const hostile = [
  "=HYPERLINK(1)",
  "+1",
  "-1",
  "@SUM(A1)",
  "\tTab",
  'Quotes "and", commas',
  "Zwei\r\nZeilen",
  "_x0041_",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
  ";=1+1",
  " =1+1",
  "|cmd",
  "A;=1",
];
const estate = { organizationIds: [0], propertyIds: [0] };

beforeAll(async () => {
  app = await scopedApp(clockChangeNow);
  address = await app.listen();
  home = await clockChange(app.connections);
  const organizationId = await addOrganization(app.connections, "Estate");
  estate.organizationIds = [organizationId];
  estate.propertyIds = [];
  for (const name of hostile) {
    const property = await addProperty(app.connections, { name, time_zone: "UTC", organization_id: organizationId });
    estate.propertyIds.push(property.id);
  }
});
afterAll(() => app.close());

const table = "/v1/reporting/leak-report/leak-details/meters/elm%2F2%20%E2%84%961/flow/hour";
const PERIOD = "start_date=2026-10-30&end_date=2026-11-02";

async function rowsOfPages(who: object, url: string) {
  const rows: Record<string, unknown>[] = [];
  const page = z.object({ results: z.array(z.record(z.string(), z.unknown())), next: z.string().nullable() });
  for (let next: string | null = url; next !== null; ) {
    const answer: z.infer<typeof page> = page.parse((await app.ask(who, "GET", next)).json());
    rows.push(...answer.results);
    next = answer.next;
  }
  return rows;
}

test("a CSV file by fields has the rows of the pages in order, with units in the headings", async () => {
  const pages = await rowsOfPages(home.manager, `${table}?${PERIOD}&ordering=-gallons&page_size=7`);
  const answer = await app.ask(
    home.manager,
    "GET",
    `${table}/export?${PERIOD}&ordering=-gallons&file_type=csv&headings=fields`,
  );
  expect(answer.status, answer.text).toBe(200);
  const [header, ...lines]: string[][] = parse(answer.text);
  expect(header?.slice(0, 6)).toEqual([
    "date",
    "hour",
    "starts_at",
    "gallons (gallons)",
    "leak_gallons (gallons)",
    "total_leak_gallons (gallons)",
  ]);
  expect(lines).toEqual(pages.map((row) => Object.values(row).map((value) => (value === null ? "" : String(value)))));
  expect(lines.length).toBeGreaterThan(70);
});

test("instants in a CSV file by titles are in UTC, as their headings state", async () => {
  const answer = await app.ask(home.manager, "GET", `${table}/export?${PERIOD}&file_type=csv&columns=starts_at`);
  const [header, first] = answer.text.replace(/^\uFEFF/, "").split("\r\n");
  expect([header, first]).toEqual(["Starts At (UTC)", "2026-11-03T04:00:00.000Z"]);
});

test("a spreadsheet by fields has the same, with typed numbers and days, and instants in UTC", async () => {
  const pages = await rowsOfPages(home.manager, `${table}?${PERIOD}&page_size=50`);
  const workbook = await readXlsx(
    await bytesOf(home.manager, `${table}/export?${PERIOD}&file_type=xlsx&headings=fields`),
  );
  const [header, ...rows] = workbook.sheets[0]?.rows ?? [];
  expect(header?.slice(2, 4)).toEqual(["starts_at (UTC)", "gallons (gallons)"]);
  expect(rows).toHaveLength(pages.length);
  for (const [i, row] of rows.entries()) {
    expect(row.slice(0, 5)).toEqual([
      new Date(String(pages[i]?.date)),
      pages[i]?.hour,
      new Date(String(pages[i]?.starts_at)),
      pages[i]?.gallons ?? null,
      pages[i]?.leak_gallons,
    ]);
  }
});

test("writes headings, labels, totals and the name of the sheet in the requested language", async () => {
  const list = `/v1/reporting/portfolio-insights/finances/leak-overview/export?${PERIOD}&include_active_leak=true&measure=litre&language=es`;
  const [header, ...lines]: string[][] = parse((await app.ask(home.manager, "GET", `${list}&file_type=csv`)).text, {
    bom: true,
  });
  expect(header).toEqual(expect.arrayContaining(["Propiedad", "Unidad", "Tipo de fuga", "Litros de fuga (L)"]));
  const column = (name: string) => lines.map((line) => line[header?.indexOf(name) ?? -1]);
  expect(column("Tipo de fuga").some((label) => label?.startsWith("Fuga") || label === "Otra fuga")).toBe(true);
  expect(lines.at(-1)?.[0]).toBe("Todas las unidades");
  const { sheets } = await readXlsx(await bytesOf(home.manager, `${list}&file_type=xlsx`));
  expect(sheets[0]?.name).toBe("2026-10-30 a 2026-11-02");
  expect(sheets[0]?.rows[0]).toEqual(header);
  const fields = await app.ask(home.manager, "GET", `${list}&file_type=csv&headings=fields`);
  const english = await app.ask(
    home.manager,
    "GET",
    `${list.replace("language=es", "language=en")}&file_type=csv&headings=fields`,
  );
  expect(fields.text).toBe(english.text);
});

test("writes the names of weeks and months in the requested language", async () => {
  const labels = async (query: string) => {
    const chart = "/v1/reporting/leak-report/gallons-dynamics/export?file_type=csv&columns=label";
    const answer = await app.ask(home.manager, "GET", `${chart}&${PERIOD}&${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.text.trim().split("\r\n").slice(1);
  };
  expect(await labels("resolution=week&language=es")).toEqual([
    "26 oct 2026 - 01 nov 2026",
    "02 nov 2026 - 08 nov 2026",
  ]);
  expect(await labels("resolution=month&language=es")).toEqual(["oct 2026", "nov 2026"]);
  expect(await labels("resolution=month&language=es&headings=fields")).toEqual(["Oct 2026", "Nov 2026"]);
  expect(await labels("resolution=week&language=en")).toEqual(
    ["Oct 26, 2026 - Nov 01, 2026", "Nov 02, 2026 - Nov 08, 2026"].map((label) => `"${label}"`),
  );
});

test.each([
  ["EUR", "€", /^\d+\.\d\d$/],
  ["CHF", "CHF", /^\d+\.\d\d$/],
  ["CLP", "$", /^\d+$/],
])("writes costs in %s as the screens do, in both languages", async (currency, sign, amount) => {
  const organizationId = await addOrganization(app.connections, `In ${currency}`);
  await sql`update organizations set currency = ${currency} where id = ${organizationId}`.execute(
    app.connections.owner,
  );
  const manager = { ...home.manager, organizationIds: [organizationId] };
  for (const [language, title] of [
    ["en", "Leak Expense"],
    ["es", "Gasto por fugas"],
  ] as const) {
    const path = `/v1/reporting/portfolio-insights/finances/leak-overview/export?${PERIOD}&include_active_leak=true`;
    const csv = await app.ask(manager, "GET", `${path}&file_type=csv&language=${language}`);
    const [header, ...lines]: string[][] = parse(csv.text, { bom: true });
    const place = header?.indexOf(`${title} (${sign})`) ?? -1;
    expect(place, header?.join()).toBeGreaterThan(0);
    for (const line of lines) expect(line[place]).toMatch(amount);
  }
});

test("writes costs in the currency of the file's properties, whatever others its reader's organizations have", async () => {
  const { connections } = app;
  const places: { organizationId: number; propertyId: number }[] = [];
  for (const currency of ["USD", "EUR"]) {
    const organizationId = await addOrganization(connections, `Of ${currency}`);
    await sql`update organizations set currency = ${currency} where id = ${organizationId}`.execute(connections.owner);
    const name = `House of ${currency}`;
    const house = await addProperty(connections, { name, time_zone: "UTC", organization_id: organizationId });
    places.push({ organizationId, propertyId: house.id });
  }
  const reader = {
    organizationIds: places.map(({ organizationId }) => organizationId),
    propertyIds: places.map(({ propertyId }) => propertyId),
  };
  const shownSign = async (query: string) => {
    const path = `/v1/reporting/portfolio-insights/finances/leak-overview/export?${PERIOD}&file_type=csv`;
    const csv = await app.ask(reader, "GET", `${path}${query}`);
    return /Leak Expense \((.+?)\)/.exec(csv.text)?.[1];
  };
  const [dollars, euros] = places;
  expect(await shownSign(`&organization_id=${dollars?.organizationId}`)).toBe("$");
  expect(await shownSign(`&organization_id=${euros?.organizationId}`)).toBe("€");
  expect(await shownSign(`&property_id=${euros?.propertyId}`)).toBe("€");
  expect(await shownSign("")).toBe("¤");
});

test("has the headings and labels of every list in Spanish", () => {
  const { messages } = textsIn("es");
  const missing = Object.entries<Call>(calls).flatMap(([name]) => {
    const list = tableOf(calls, name);
    const row = list === null ? null : rowOf(calls[list]);
    if (list === null || row === null) return [];
    const untranslated: string[] = [];
    columnsOf(list, row, "screen", undefined, (english) => {
      if (messages[english] === undefined) untranslated.push(`${list}: ${english}`);
      return english;
    });
    return untranslated;
  });
  expect(missing).toEqual([]);
});

test("exports the requested columns, in their order, of all rows", async () => {
  const of = (columns: readonly string[], url = `${table}/export?${PERIOD}&ordering=-gallons`) =>
    `${url}&headings=fields&${columns.map((name) => `columns=${name}`).join("&")}`;
  const pages = await rowsOfPages(home.manager, `${table}?${PERIOD}&ordering=-gallons&page_size=50`);
  const csv = await app.ask(home.manager, "GET", `${of(["gallons", "hour", "date"])}&file_type=csv`);
  expect(csv.status, csv.text).toBe(200);
  const lines: string[][] = parse(csv.text);
  expect(lines).toEqual([
    ["gallons (gallons)", "hour", "date"],
    ...pages.map(({ gallons, hour, date }) => [gallons, hour, date].map((value) => String(value ?? ""))),
  ]);
  const { sheets } = await readXlsx(await bytesOf(home.manager, `${of(["hour", "gallons"])}&file_type=xlsx`));
  expect(sheets[0]?.rows).toEqual([
    ["hour", "gallons (gallons)"],
    ...pages.map(({ hour, gallons }) => [hour, gallons]),
  ]);

  const leaks = await app.ask(
    home.manager,
    "GET",
    of(["repair", "meter_serial_number"], "/v1/leaks/export?file_type=csv"),
  );
  const [header]: string[][] = parse(leaks.text);
  expect(header?.at(-1)).toBe("meter_serial_number");
  expect(header?.slice(0, -1)).toEqual(expect.arrayContaining([expect.stringMatching(/^repair\./)]));

  const rejection = async (columns: readonly string[]) => {
    const answer = await app.ask(home.manager, "GET", `${of(columns)}&file_type=csv`);
    return [
      answer.status,
      z
        .looseObject({ columns: z.array(z.string()) })
        .parse(answer.json())
        .columns.join(" "),
    ];
  };
  expect(await rejection(["hour", "gallon"])).toEqual([
    400,
    expect.stringContaining("date, hour, starts_at, gallons,"),
  ]);
  expect(await rejection(["__proto__"])).toEqual([400, expect.stringContaining("leak_gallons")]);
  expect(await rejection([""])).toEqual([400, expect.stringContaining("date, hour")]);
  expect(await rejection(["hour", "date", "hour"])).toEqual([400, "columns must name each field once."]);
});

/** Each list that has a file, with what its path and query need. */
function listsWithFiles() {
  return Object.keys(calls)
    .filter((name) => tableOf(calls, name) !== null)
    .map((name) => {
      const path = name
        .slice("GET ".length)
        .replace("{meter}", "elm%2F2%20%E2%84%961")
        .replace(/\{\w+\}/, String(home.places.property_id));
      const list: Call | undefined = Object.entries<Call>(calls).find(([other]) => other === tableOf(calls, name))?.[1];
      const takesDays = list?.query instanceof z.ZodObject && "days_ago" in list.query.shape;
      return { name, url: `${path}?${takesDays ? `${PERIOD}&` : ""}file_type=` };
    });
}

// Covers beyond-9
test("CSV and XLSX of every list have the same titles, figures and words; the XLSX has number formats and widths", async () => {
  const lists = listsWithFiles();
  expect(lists.length).toBeGreaterThan(25);
  let rowsSeen = 0;
  for (const { name, url } of lists) {
    const csv = await app.ask(home.manager, "GET", `${url}csv`);
    expect(csv.status, `${name} ${csv.text}`).toBe(200);
    const [header = [], ...lines]: string[][] = parse(csv.text, { bom: true });
    expect(
      header.filter((title) => /_|\.|gallons\)|percent\)|dollars\)/.test(title)),
      name,
    ).toEqual([]);
    const workbook = await readXlsx(await bytesOf(home.manager, `${url}xlsx`), { readStyles: true });
    const sheet = workbook.sheets[0];
    const [titles, ...rows] = sheet?.rows ?? [];
    expect(titles, name).toEqual(header);
    expect(rows.length, name).toBe(lines.length);
    for (const [i, line] of lines.entries()) {
      for (const [place, text] of line.entries()) {
        const cell = rows[i]?.[place] ?? null;
        const where = `${name} ${header[place]} ${i}`;
        if (typeof cell === "number") expect(Number(text), where).toBe(cell);
        else if (cell instanceof Date) expect(new Date(text).getTime(), where).toBe(cell.getTime());
        else expect(text.replace(/^'/, ""), where).toBe(cell ?? "");
        // As many decimals as the format of the spreadsheet shows.
        const format = sheet?.cells?.get(`${i + 1},${place}`)?.style?.numFmt;
        if (typeof cell !== "number" || format === undefined || / ID$|^ID$/.test(header[place] ?? "")) continue;
        const decimals = /0\.(0+)$/.exec(format)?.[1]?.length ?? 0;
        expect(text, where).toMatch(
          format.startsWith("[<") && cell < 0.5 / 10 ** decimals
            ? /^\d(\.\d+)?$/
            : new RegExp(`^-?\\d+${decimals ? `\\.\\d{${decimals}}` : ""}$`),
        );
      }
      rowsSeen++;
    }
    const widths = sheet?.columns?.map(({ width }) => width ?? 0) ?? [];
    expect(
      header.filter((title, place) => (widths[place] ?? 0) < title.length),
      name,
    ).toEqual([]);
  }
  expect(rowsSeen).toBeGreaterThan(200);
});

// Covers beyond-9
test("exports the totals of a list, rounded once, and names the sheet after its days", async () => {
  const overview = z
    .object({
      gallons_leaked: z.number(),
      leak_cost: z.number(),
      gallons_consumed: z.number(),
      total_units: z.number(),
    })
    .parse((await app.ask(home.manager, "GET", `/v1/reporting/overview?${PERIOD}`)).json());
  const linesOf = async (path: string) => {
    const [header = [], ...lines]: string[][] = parse(
      (await app.ask(home.manager, "GET", `${path}&${PERIOD}&file_type=csv`)).text,
      { bom: true },
    );
    const last = lines.at(-1) ?? [];
    return Object.fromEntries(header.map((title, place) => [title, last[place]]));
  };
  const insights = "/v1/reporting/portfolio-insights";
  const costs = `${insights}/finances/leak-overview/export?columns=leak_type&columns=gallons_leaked&columns=leak_expense`;
  expect(await linesOf(costs)).toEqual({
    "Leak Type": "All units",
    "Leak Gallons (gal)": String(Math.round(overview.gallons_leaked)),
    "Leak Expense ($)": overview.leak_cost.toFixed(2),
  });
  expect((await linesOf(`${costs}&only_active=true`))["Leak Type"]).not.toBe("All units");
  expect(
    await linesOf(
      `${insights}/properties/performance/export?columns=property_name&columns=units&columns=gallons_consumed`,
    ),
  ).toEqual({
    Property: "Total",
    Units: String(overview.total_units),
    "Gallons (gal)": String(Math.round(overview.gallons_consumed)),
  });
  expect(
    (await linesOf(`${insights}/performance-ranking/watchlist/export?columns=property_name&columns=leak_cost`))[
      "Leak Cost ($)"
    ],
  ).toBe(overview.leak_cost.toFixed(2));
  const { sheets } = await readXlsx(await bytesOf(home.manager, `${costs}&${PERIOD}&file_type=xlsx`));
  expect(sheets[0]?.name).toBe("2026-10-30 to 2026-11-02");
  expect(sheets[0]?.rows.at(-1)?.[0]).toBe("All units");
});

test("totals the rows of the watchlist, not the units and water of properties that are not on it", async () => {
  const { connections } = app;
  const quiet = await addProperty(connections, { name: "Quiet", time_zone: "America/New_York" });
  for (const name of ["1", "2"]) {
    const meter = await addMeter(connections, await addUnit(connections, quiet, "Main", name), "SPOE", `quiet-${name}`);
    await writeDay(connections, meter, "2026-10-30", { gallons: everyHour(1000) });
  }
  await rollUp(connections, quiet);
  const who = { organizationIds: [], propertyIds: [...home.manager.propertyIds, quiet.id] };
  const url = `/v1/reporting/portfolio-insights/performance-ranking/watchlist/export?${PERIOD}&file_type=csv`;
  const columns = ["property_name", "total_units", "leaking_units", "leak_volume", "leak_percentage"].map(
    (name) => `&columns=${name}`,
  );
  const lines: string[][] = parse((await app.ask(who, "GET", url + columns.join(""))).text, { bom: true });
  const [, row = [], total = [], ...rest] = lines;
  const share = row[4];
  expect(Number(share)).toBeGreaterThan(0);
  expect([row, total, rest]).toEqual([["Elm Court", "1", "1", "15", share], ["Total", "", "1", "15", share], []]);
});

test("escapes formulas, and keeps every text unchanged otherwise", async () => {
  const url = "/v1/reporting/device-health/portfolio-detail/properties/export?ordering=property_name";
  const csv = await app.ask(estate, "GET", `${url}&file_type=csv`);
  const names = namesIn(csv.text);
  const asTexts = hostile.map((name) =>
    /^[+-]\d$/.test(name) ? name : name.replace(/^(?=[=@\t＝＋－＠| ])|(?<=;)(?==)/, "'"),
  );
  expect(names.toSorted()).toEqual(asTexts.toSorted());
  const workbook = await readXlsx(await bytesOf(estate, `${url}&file_type=xlsx`));
  const rows = workbook.sheets[0]?.rows.slice(1) ?? [];
  expect(rows.map((row) => row[1]).toSorted()).toEqual(hostile.toSorted());
});

test("names a file by report, property and days", async () => {
  const nameOf = async (path: string) => (await headersOf(home.manager, path))["content-disposition"];
  const property = `property_id=${home.places.property_id}`;
  expect(await nameOf(`${table}/export?${PERIOD}&${property}&file_type=xlsx`)).toBe(
    'attachment; filename="flow-hour_elm-court_elm-2-no1_2026-10-30_2026-11-02.xlsx"',
  );
  expect(await nameOf(`/v1/reporting/leak-report/leak-overview/export?days_ago=7&file_type=csv`)).toBe(
    'attachment; filename="leak-overview_2026-10-27_2026-11-02.csv"',
  );
  expect(await nameOf(`/v1/properties/${home.places.property_id}/occupancy/export?file_type=csv`)).toBe(
    'attachment; filename="occupancy_elm-court_2026-11-03.csv"',
  );
});

test("names a file by the days of its properties, also when the next day has begun in UTC", async () => {
  const midday = app.clock.now;
  app.clock.now = Date.parse("2026-11-04T02:30:00Z");
  try {
    const nameOf = async (path: string) => (await headersOf(home.manager, path))["content-disposition"];
    const leaks = "/v1/reporting/leak-report/leak-overview/export";
    const week = 'attachment; filename="leak-overview_2026-10-27_2026-11-02.csv"';
    expect(await nameOf(`${leaks}?days_ago=7&file_type=csv`)).toBe(week);
    expect(await nameOf("/v1/cases/export?file_type=csv")).toBe('attachment; filename="cases_2026-11-03.csv"');
    const workbook = await readXlsx(await bytesOf(home.manager, `${leaks}?days_ago=7&file_type=xlsx`));
    expect(workbook.sheets[0]?.name).toBe("2026-10-27 to 2026-11-02");
  } finally {
    app.clock.now = midday;
  }
});

test("an export rejects what its list rejects, and page parameters", async () => {
  const ask = async (who: object, path: string) => (await app.ask(who, "GET", path)).status;
  const leaks = "/v1/reporting/leak-report/leak-overview/export?file_type=csv";
  expect(await ask(home.manager, `${leaks}&ordering=nothing`)).toBe(400);
  expect(await ask(home.manager, `${leaks}&page=2`)).toBe(400);
  expect(await ask(home.manager, `${leaks}&days_ago=7&start_date=2026-10-01&end_date=2026-10-02`)).toBe(400);
  expect(await ask(home.manager, leaks.replace("csv", "exe"))).toBe(400);
  expect(await ask({ ...home.manager, permissions: [] }, leaks)).toBe(403);
  expect(await ask(estate, `/v1/properties/${home.places.property_id}/occupancy/export?file_type=csv`)).toBe(404);
  expect(await ask(estate, `${table}/export?file_type=xlsx`)).toBe(404);
});

test("no export path collides with another call", () => {
  const gets = Object.keys(calls).filter((name) => name.startsWith("GET "));
  // An id is a number, and no export is called so.
  const pattern = (name: string) =>
    new RegExp(
      `^${name
        .replaceAll(/\{(\w+_)?id\}/g, "\\d+")
        .replaceAll(/\{\w+\}/g, "[^/]+")
        .replaceAll(".", "\\.")}$`,
    );
  const taken = gets
    .filter((name) => name.endsWith("/export"))
    .flatMap((name) => gets.filter((other) => other !== name && pattern(other).test(name.replaceAll(/\{\w+\}/g, "1"))));
  expect(taken).toEqual([]);
});

function namesIn(csv: string): string[] {
  const rows = z.array(z.object({ Property: z.string() })).parse(parse(csv, { columns: true, bom: true }));
  return rows.map((row) => row.Property);
}

async function bytesOf(who: object, path: string): Promise<Uint8Array> {
  await app.ask(who, "GET", "/v1/reporting/my-properties/");
  return new Uint8Array(await (await fetch(address + path)).arrayBuffer());
}

async function headersOf(who: object, path: string): Promise<Record<string, string>> {
  await app.ask(who, "GET", "/v1/reporting/my-properties/");
  const answer = await fetch(address + path);
  await answer.text();
  return Object.fromEntries(answer.headers);
}
