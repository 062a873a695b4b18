import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InventoryImport } from "../../../contract/inventory/inventory-import.ts";
import { type InventorySite, inventorySite } from "../../inventory/testing/inventory-site.ts";
import type { RequestScope } from "../../query/request-scope.ts";

const PATH = "/v1/admin/staff/inventory/import";
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const HEADER = "Property,Bldg,Apt #,Beds,Attached To,Meter Serial Number,Gateway,Time Zone";

let site: InventorySite;
beforeAll(async () => {
  site = await inventorySite();
});
afterAll(() => site?.app.close());

type Person = Partial<RequestScope>;

async function send(who: Person, query: string, body: object | string, type = "text/csv") {
  return site.app.ask(who, "POST", `${PATH}?${query}`, body, { "content-type": type });
}

async function importInventory(...request: Parameters<typeof send>): Promise<InventoryImport> {
  const answer = await send(...request);
  expect(answer.status, answer.text).toBe(200);
  return Object(answer.json());
}

const counted = ({ counts }: InventoryImport) =>
  Object.fromEntries(counts.map(({ kind, ...count }) => [kind, [count.new, count.changed, count.unchanged].join(" ")]));

async function metersOf(property: string): Promise<unknown[]> {
  const found = await sql`
    select p.organization_id, b.name as building, u.name as unit, t.attached_to, m.serial_number
    from properties p join meters m on m.property_id = p.id
    join meter_services s on s.property_id = p.id and s.meter_id = m.id and s.ended_at is null
    join meter_points t on t.property_id = p.id and t.id = s.point_id
    join buildings b on b.property_id = p.id and b.id = t.building_id
    left join units u on u.property_id = p.id and u.id = t.unit_id
    where p.name = ${property} order by m.serial_number`.execute(site.app.connections.worker);
  return found.rows;
}

const recordOf = async (propertyId: number | undefined) => {
  const found =
    await sql`select action, actor from audit_log where property_id = ${propertyId ?? 0} order by id`.execute(
      site.app.connections.accounts,
    );
  return found.rows;
};

test("describes a list in the language of the request", async () => {
  const staff = await site.staffOf(site.north.organizationId);
  const inSpanish = async (list: string | Buffer, type = "text/csv") =>
    site.app.ask(staff, "POST", `${PATH}?dry_run=true&name=lista`, list, {
      "content-type": type,
      "accept-language": "es",
    });
  const fine = await inSpanish(`${HEADER}\nFir,A,101,,SPOE,F1,,America/Chicago\n`);
  expect(fine.json()).toMatchObject({
    differences: [
      {},
      {},
      { details: ["bedrooms: 1, pues la lista no lo indica"] },
      {},
      { details: ["galones por hora"] },
    ],
  });
  const wrong = await inSpanish(`${HEADER}\nFir,A,101,21,SPOE,F1,,\nFir,A,102,1,sink,F2,,\n`);
  expect(wrong.json()).toMatchObject({
    rejected: [
      { row: 2, reason: "Fila 2: bedrooms es 21; una unidad tiene de 0 (un estudio) a 20." },
      { row: 3, reason: expect.stringMatching(/^Fila 3: point es "sink"\. Escriba uno de estos valores: /) },
    ],
  });
  const empty = await inSpanish(`${HEADER}\n`);
  expect(empty.json()).toMatchObject({ file: ["lista no tiene filas. Escriba una fila para cada medidor."] });
  const dated = [HEADER.split(","), ["Fir", "A", new Date("2026-01-02"), 1, "SPOE", "F1", "", "America/Chicago"]];
  const book = await inSpanish(Buffer.from(await writeXlsx({ sheets: [{ name: "Uno", rows: dated }] })), WORKBOOK);
  expect(book.json()).toMatchObject({
    rejected: [{ reason: expect.stringMatching(/^Fila 2: Apt # es una fecha, 2026-01-02: Excel/) }],
  });
});

test.each(["en", "es"])("imports an exported list of meters in the language %s", async (language) => {
  const staff = await site.staffOf(site.north.organizationId);
  const rows = [
    "101,,SPOE,N1,G1,America/Chicago",
    "101,,Toilet,N2,,",
    "102,,Water Heater,N3,,",
    ",,Building,N4,,",
    ",,Irrigation,N5,,",
  ];
  const list = [HEADER, ...rows.map((row) => `Alder ${language},A,${row}`)].join("\n");
  const made = await importInventory(staff, `name=alder.csv&organization_id=${site.north.organizationId}`, list);
  const [id = 0] = made.property_ids;
  const reader = { ...staff, propertyIds: [...(staff.propertyIds ?? []), id] };
  const path = `/v1/reporting/leak-report/properties/${id}/meters/export?file_type=csv&language=${language}`;
  const exported = await site.app.ask(reader, "GET", path);
  expect(exported.status, exported.text).toBe(200);
  const again = await importInventory(reader, `name=export.csv&property_id=${id}`, exported.text);
  expect(again).toMatchObject({ missing_columns: [], rejected: [], differences: [] });
  expect(counted(again)).toMatchObject({ meter: "0 0 5", point: "0 0 5" });
});

test("imports a list with custom headings after a dry run, and changes nothing the second time", async () => {
  const staff = await site.staffOf(site.north.organizationId);
  const list = `${HEADER}\nElm,A,101,2,SPOE,E1,G1,America/Chicago\nElm,A,101,2,toilet,E2,,\n`;
  const dry = await importInventory(staff, "dry_run=true&name=elm.csv", list);
  expect(dry).toMatchObject({ name: "elm.csv", format: "csv", dry_run: true, applied: false, property_ids: [] });
  expect(dry.columns.map(({ column }) => column)).toEqual([
    "property",
    "building",
    "unit",
    "bedrooms",
    "point",
    "serial",
    "gateway",
    "time_zone",
  ]);
  expect(dry.rows[1]).toMatchObject({ row: 3, cells: { unit: "101", point: "toilet", serial: "E2" } });
  // Defaults that the file does not give are listed too, such as a meter's measure and interval.
  expect(dry.differences).toMatchObject([
    { kind: "property" },
    { kind: "building" },
    { name: "Elm / A / 101", details: ["bedrooms 2"] },
    { kind: "gateway" },
    { kind: "point" },
    { name: "Elm / E1", details: ["gallons by the hour"] },
    { kind: "point" },
    { kind: "meter" },
  ]);
  expect(await metersOf("Elm")).toEqual([]);
  const real = await importInventory(staff, "name=elm.csv", list);
  expect([real.applied, real.differences_count]).toEqual([true, 8]);
  expect(counted(real)).toEqual(counted(dry));
  expect(await metersOf("Elm")).toMatchObject([
    {
      organization_id: site.north.organizationId,
      building: "A",
      unit: "101",
      attached_to: "SPOE",
      serial_number: "E1",
    },
    { attached_to: "Toilet", serial_number: "E2" },
  ]);
  const record = [{ action: "inventory.import", actor: "staff@example.com" }];
  expect(await recordOf(real.property_ids[0])).toEqual(record);
  const again = await importInventory(staff, "", list);
  expect(again).toMatchObject({ applied: true, differences: [], property_ids: [] });
  expect(await recordOf(real.property_ids[0])).toEqual(record);
});

test("one bad row rejects the file, and can be corrected in place", async () => {
  const staff = await site.staffOf(site.north.organizationId);
  const list = `${HEADER}\nFir,A,101,2,SPOE,F1,,America/Chicago\nFir,A,102,2,Kitchen,F2,,\nFir,A,103,x,SPOE,"F3,,\n`;
  const bad = await importInventory(staff, "", list);
  expect([bad.applied, bad.rejected.map(({ row, column, code }) => [row, column, code])]).toEqual([
    false,
    [
      [3, "point", "point"],
      [4, null, "unbalanced_quotes"],
    ],
  ]);
  expect(await metersOf("Fir")).toEqual([]);
  const rows = bad.rows.map(({ row, cells }) => {
    if (row === 3) return { row, cells: { ...cells, point: "Toilet" } };
    return row === 4 ? { row, cells: { ...cells, serial: "F3", bedrooms: "" } } : { row, cells };
  });
  const good = await importInventory(staff, "", { rows }, "application/json");
  expect(good).toMatchObject({ format: "json", applied: true, rejected: [] });
  expect(await metersOf("Fir")).toHaveLength(3);
});

test("reads a list with a title above its headings, and a studio", async () => {
  const staff = await site.staffOf(site.north.organizationId);
  const list = `Meters of Pear Court\n\nproperty;bldg;apt;beds;attached to;meter;tz\nPear;A;101;Studio;SPOE;A1;America/Chicago\n`;
  const read = await importInventory(staff, "", list);
  expect(read).toMatchObject({ headings_row: 3, applied: true, rejected: [] });
  expect(read.rows).toMatchObject([{ row: 4, cells: { bedrooms: "Studio", serial: "A1" } }]);
  expect(await metersOf("Pear")).toMatchObject([{ unit: "101", serial_number: "A1" }]);
});

test("names missing and unknown columns, which can be mapped", async () => {
  const ion = await site.ionAdmin();
  const read = await importInventory(ion, "", "Number of the meter,Unit,Building\nP1,1,A\n");
  expect(read).toMatchObject({
    applied: false,
    missing_columns: ["property", "point", "serial"],
    columns: [
      { heading: "Number of the meter", column: null },
      { heading: "Unit", column: "unit" },
      { heading: "Building", column: "building" },
    ],
    rejected: [],
    differences: [],
  });
  const rows = read.rows.map(({ row, cells: { "Number of the meter": serial = "", ...cells } }) => ({
    row,
    cells: { ...cells, serial, point: "SPOE", Remarks: "=1+1" },
  }));
  const made = await importInventory(ion, `property_id=${site.unassignedId}`, { rows }, "application/json");
  expect(made).toMatchObject({ applied: true, property_ids: [site.unassignedId] });
  expect(await metersOf("Nobody's House")).toMatchObject([{ organization_id: null, serial_number: "P1" }]);
  const other = await importInventory(ion, `property_id=${site.unassignedId}`, `${HEADER}\nElm,A,1,1,SPOE,P9,,\n`);
  expect(other.rejected).toMatchObject([{ row: 2, column: "property", code: "other_property" }]);
});

test("reads a workbook as displayed: merged cells, leading zeros; rejects dates and errors", async () => {
  const staff = await site.staffOf(site.south.organizationId);
  const book = (rows: (string | number | Date | null)[][]) =>
    writeXlsx({
      sheets: [
        { name: "Cover", hidden: true, rows: [["nothing"]] },
        {
          name: "Units",
          rows: [["Property", "Building", "Unit", "Point", "Serial", "Time zone", "ZIP"], ...rows],
          merges: [
            { startRow: 1, startCol: 0, endRow: 2, endCol: 0 },
            { startRow: 1, startCol: 1, endRow: 2, endCol: 1 },
          ],
          cells: new Map([["1,6", { value: 1234, style: { numFmt: "00000" } }]]),
        },
      ],
    });
  const bytes = await book([
    ["Yew", "A", 101, "SPOE", 4711, "America/Denver", 1234],
    [null, null, 102.5, "SPOE", "0815", null, null],
  ]);
  const made = await importInventory(staff, "", Buffer.from(bytes), WORKBOOK);
  expect(made).toMatchObject({ format: "xlsx", sheet: "Units", merged_cells: 2, applied: true });
  expect(made.rows[0]?.cells.zip).toBe("01234");
  expect(await metersOf("Yew")).toMatchObject([
    { building: "A", unit: "102.5", serial_number: "0815" },
    { building: "A", unit: "101", serial_number: "4711" },
  ]);
  const odd = await book([
    ["Yew", "A", new Date("2026-01-02"), "SPOE", "1", null, null],
    [null, null, "#REF!", "SPOE", "2", null, null],
  ]);
  const rejected = await importInventory(staff, "", Buffer.from(odd), "application/octet-stream");
  expect([rejected.applied, rejected.rejected.map(({ row, column, code }) => [row, column, code])]).toEqual([
    false,
    [
      [2, "unit", "date_cell"],
      [3, "unit", "error_cell"],
    ],
  ]);
});

test("rejects what is not a list with a message, and changes nothing", async () => {
  const ion = await site.ionAdmin();
  const zeros = Buffer.alloc(4 * 1024 * 1024 + 1);
  const far = Buffer.from(
    await writeXlsx({
      sheets: [{ name: "x", rows: [["property"]], cells: new Map([["300000,0", { value: "far" }]]) }],
    }),
  );
  for (const [body, type, status, sentence] of [
    ["", "text/csv", 422, /Send the list as the body/],
    ["property,serial\n", "text/csv", 422, /has no rows/],
    [`${HEADER},unit\nElm\n`, "text/csv", 422, /more than one column for unit: Apt #, unit/],
    [Buffer.from([0x50, 0x4b, 3, 4]), WORKBOOK, 422, /not a complete Excel workbook/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]), WORKBOOK, 422, /Save it again as .xlsx without a password/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0]), WORKBOOK, 422, /not UTF-8 text/],
    [far, WORKBOOK, 422, /something in row/],
    [zeros, "text/csv", 413, /4 MiB/],
    [`${HEADER}\n${"a,b,c,d,e,f,g,h\n".repeat(10_001)}`, "text/csv", 422, /10,001 rows/],
    ["<x/>", "text/xml", 415, /text\/csv/],
    [{ rows: [] }, "application/json", 422, /at least one row/],
    [{ rows: [{ cells: { serial: 5 } }] }, "application/json", 422, /./],
  ] as const) {
    const answer = await send(ion, "name=list.csv", body, type);
    expect([answer.status, answer.text], String(sentence)).toEqual([status, expect.stringMatching(sentence)]);
  }
});

test("cannot reach other tenants' organizations and properties", async () => {
  const { north, south } = site;
  const staff = await site.staffOf(north.organizationId);
  const list = (property: string) => `${HEADER}\n${property},A,1,1,SPOE,X1,,America/Chicago\n`;
  expect((await send(staff, `organization_id=${south.organizationId}`, list("Oak"))).status).toBe(404);
  expect((await send(staff, `property_id=${south.propertyId}`, list("South House"))).status).toBe(404);
  expect((await send(await site.adminOf(north.organizationId), "", list("Oak"))).status).toBe(403);
  const both = await site.staffOf(north.organizationId, south.organizationId);
  expect((await send(both, "", list("Oak"))).json()).toMatchObject({ code: "invalid_fields" });
  // A property of the same name elsewhere is another one.
  const made = await importInventory(staff, "", list("South House"));
  expect(made.property_ids).not.toContain(south.propertyId);
  expect(await metersOf("South House")).toMatchObject([{ organization_id: north.organizationId }]);
  const twin = await importInventory(staff, "", list("south house"));
  expect(twin.rejected).toMatchObject([{ row: 2, column: "property", code: "name_taken" }]);
});

test("the second of two concurrent identical imports finds no change", async () => {
  const staff = await site.staffOf(site.north.organizationId);
  const list = `${HEADER}\nAsh,A,1,1,SPOE,H1,,America/Chicago\n`;
  const answers = await Promise.all([importInventory(staff, "", list), importInventory(staff, "", list)]);
  expect(answers.map(({ applied }) => applied)).toEqual([true, true]);
  expect(answers.map(({ differences_count }) => differences_count).toSorted()).toEqual([0, 5]);
  expect(await metersOf("Ash")).toHaveLength(1);
});
