import { type Part, zip, zipWithTwoDirectories } from "./zip.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MIB = 1024 * 1024;

const types: Part = { name: "[Content_Types].xml", text: "<Types/>" };
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relations = (...some: string[]) => `<Relationships>${some.join("")}</Relationships>`;
const rootRelations: Part = {
  name: "_rels/.rels",
  text: relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
};
const workbook: Part = {
  name: "xl/workbook.xml",
  text: '<workbook><sheets><sheet name="Units" sheetId="1" r:id="rId1"/></sheets></workbook>',
};
const workbookRelations: Part = {
  name: "xl/_rels/workbook.xml.rels",
  text: relations(
    relation("rId1", "worksheet", "worksheets/sheet1.xml"),
    relation("rId2", "sharedStrings", "sharedStrings.xml"),
    relation("rId3", "styles", "styles.xml"),
  ),
};
const HEADINGS = '<row><c t="str"><v>Unit</v></c><c t="str"><v>Serial</v></c></row>';
const sheetOf = (inner: string, around = ""): Part => ({
  name: "xl/worksheets/sheet1.xml",
  text: `<worksheet><sheetData>${HEADINGS}${inner}</sheetData>${around}</worksheet>`,
});
const oneRow = sheetOf("<row><c><v>101</v></c><c><v>7</v></c></row>");
const strings = (text: string): Part => ({ name: "xl/sharedStrings.xml", text });

/** A workbook of one sheet; parts replace those of the same name, or come last. */
export function book(...parts: Part[]): Part[] {
  const whole = new Map([types, rootRelations, workbook, workbookRelations, oneRow].map((part) => [part.name, part]));
  for (const part of parts) whole.set(part.name, part);
  return [...whole.values()];
}

const without = (name: string) => book().filter((part) => part.name !== name);
const lies = (more: Partial<Part>) => zip(book({ ...oneRow, ...more }));
const LAUGHS = `<!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join("")}]>`;
const DEEP = 100_000;
const deep = (tag: string) => `<${tag}>`.repeat(DEEP) + `</${tag}>`.repeat(DEEP);
const repeated = (text: string, size: number) => text.repeat(Math.floor(size / text.length));
const sharedTarget = (target: string) =>
  `<workbook><sheets>${Array.from({ length: 5000 }, (_, i) => `<sheet name="s${i}" sheetId="${i + 1}" r:id="${target}"/>`).join("")}</sheets></workbook>`;

const BROKEN = /cannot be read as an Excel workbook/;
const NOT_WHOLE = /not a complete Excel workbook/;
const TOO_LARGE = /unpacks to more than 32 MiB/;
/** Which limit is met first depends on the version of Node. */
const TOO_FAR = /something in row|takes too much time or memory to read/;
const TOO_MUCH = /takes too much time or memory to read/;

/** Workbooks made to harm whoever reads them: what they are, and how many rows they have or why they are rejected. */
export const hostileWorkbooks: [what: string, outcome: number | RegExp, make: () => Buffer][] = [
  [
    "entities that expand, in a sheet",
    1,
    () =>
      zip(
        book({
          ...oneRow,
          text: `${LAUGHS}<worksheet><sheetData>${HEADINGS}<row><c t="str"><v>&a30;</v></c></row></sheetData></worksheet>`,
        }),
      ),
  ],
  [
    "entities that expand, in shared strings",
    1,
    () => zip(book(sheetOf('<row><c t="s"><v>0</v></c></row>'), strings(`${LAUGHS}<sst><si><t>&a30;</t></si></sst>`))),
  ],
  ["100,000 nested elements in a sheet", 0, () => zip(book(sheetOf(deep("x"))))],
  ["100,000 nested elements in shared strings", 1, () => zip(book(strings(`<sst>${deep("si")}</sst>`)))],
  [
    "100,000 nested elements in styles",
    1,
    () => zip(book({ name: "xl/styles.xml", text: `<styleSheet>${deep("xf")}</styleSheet>` })),
  ],
  [
    "100,000 nested elements in relationships",
    BROKEN,
    () => zip(book({ name: "_rels/.rels", text: deep("Relationship") })),
  ],
  [
    "100,000 nested elements in a drawing",
    BROKEN,
    () =>
      zip(
        book(
          { name: "xl/worksheets/_rels/sheet1.xml.rels", text: relations(relation("rId1", "drawing", "d.xml")) },
          { name: "xl/worksheets/d.xml", text: `<x><twoCellAnchor>${deep("y")}</twoCellAnchor></x>` },
        ),
      ),
  ],
  [
    "entry names that leave the folder",
    1,
    () =>
      zip(
        book(
          { name: "../../../etc/passwd", text: "x" },
          { name: "/etc/passwd", text: "x" },
          { name: "C:\\x", text: "x" },
        ),
      ),
  ],
  [
    "relationships that leave the folder",
    BROKEN,
    () => zip(book({ ...workbookRelations, text: relations(relation("rId1", "worksheet", "../../../../etc/passwd")) })),
  ],
  ["a packed size that is too small", NOT_WHOLE, () => lies({ packedSize: 4 })],
  ["a packed size that is too large", NOT_WHOLE, () => lies({ packedSize: 0x7fffffff })],
  ["an unpacked size that is too small", BROKEN, () => lies({ unpackedSize: 4 })],
  ["an unpacked size that is too large", 1, () => lies({ unpackedSize: 0x7fffffff })],
  [
    "1,000 entries that share one part of 30 MiB",
    TOO_LARGE,
    () =>
      zip([
        ...book(),
        { name: "a", text: repeated("a", 30 * MIB) },
        ...Array.from({ length: 1000 }, (_, i) => ({ name: `a${i}`, text: "", isAlias: true })),
      ]),
  ],
  [
    "60,000 entries that share one part",
    NOT_WHOLE,
    () => zip([...book(), ...Array.from({ length: 60_000 }, (_, i) => ({ name: `a${i}`, text: "", isAlias: true }))]),
  ],
  ["a part inside of another", 1, () => zip(book({ name: "quoted", text: zip(book()), isStored: true }))],
  [
    "one name twice, the second with a row far below",
    /something in row 1000000/,
    () => zip([...book(), { ...sheetOf('<row r="1000000"><c><v>1</v></c></row>') }]),
  ],
  [
    "relationships and styles that point at themselves",
    1,
    () =>
      zip(
        book(
          {
            ...workbookRelations,
            text: relations(
              relation("rId1", "worksheet", "worksheets/sheet1.xml"),
              relation("rId2", "styles", "styles.xml"),
              relation("rId3", "sharedStrings", "_rels/workbook.xml.rels"),
            ),
          },
          {
            name: "xl/styles.xml",
            text: '<styleSheet><cellStyleXfs><xf xfId="0"/></cellStyleXfs><cellXfs><xf xfId="0"/></cellXfs></styleSheet>',
          },
        ),
      ),
  ],
  [
    "a workbook that is its own sheet",
    0,
    () => zip(book({ ...workbookRelations, text: relations(relation("rId1", "worksheet", "workbook.xml")) })),
  ],
  [
    "a shared formula that refers to itself",
    0,
    () =>
      zip(
        book(
          sheetOf(
            '<row r="2"><c r="A2"><f t="shared" si="0" ref="A2:XFD1048576">A2</f></c><c r="B2"><f t="shared" si="0"/></c></row>',
          ),
        ),
      ),
  ],
  ["empty rows up to the limit of bytes", 0, () => zip(book(sheetOf(repeated("<row/>", 31 * MIB))))],
  ["10 million empty rows", TOO_LARGE, () => zip(book(sheetOf(repeated('<row r="9"/>', 120_000_000))))],
  [
    "cells over each other up to the limit of bytes",
    1,
    () => zip(book(sheetOf(`<row>${repeated('<c r="A2"><v>1</v></c>', 31 * MIB)}</row>`))),
  ],
  [
    "rows of 19 columns without numbers",
    TOO_FAR,
    () => zip(book(sheetOf(`<row>${"<c/>".repeat(19)}</row>${repeated("<row><c/></row>", 15 * 1_000_000)}`))),
  ],
  [
    "the last cell that there can be",
    /something in row 1048576/,
    () => zip(book(sheetOf('<row><c r="XFD1048576"><v>1</v></c></row>'))),
  ],
  ["the last row, in single quotes", TOO_FAR, () => zip(book(sheetOf("<row><c r='S1048576'><v>1</v></c></row>")))],
  [
    "the last row, in a part of another name",
    TOO_FAR,
    () =>
      zip(
        book(
          { ...workbookRelations, text: relations(relation("rId1", "worksheet", "far")) },
          { name: "xl/far", text: sheetOf('<row><c r="S1048576"><v>1</v></c></row>').text },
        ),
      ),
  ],
  [
    "a row beyond all numbers",
    /something in row 99999999999/,
    () => zip(book(sheetOf('<row><c r="A99999999999"><v>1</v></c></row>'))),
  ],
  ["a column beyond all", BROKEN, () => zip(book(sheetOf(`<row><c r="${"Z".repeat(5000)}1"><v>1</v></c></row>`)))],
  ["the last column", /16384 columns/, () => zip(book(sheetOf('<row><c r="XFD1000"><v>1</v></c></row>')))],
  [
    "20,000 rows with a cell in the last column",
    TOO_MUCH,
    () =>
      zip(
        book(sheetOf(Array.from({ length: 19_000 }, (_, i) => `<row><c r="XFD${i + 2}"><v>1</v></c></row>`).join(""))),
      ),
  ],
  ["a part that is encrypted", 1, () => lies({ flags: 1 })],
  ["a packed size of ZIP64 without its field", NOT_WHOLE, () => lies({ packedSize: 0xffffffff })],
  [
    "a directory of ZIP64 that hides a part of 40 MiB",
    NOT_WHOLE,
    () => zipWithTwoDirectories(book(), book(sheetOf(`<!--${"a".repeat(40 * MIB)}-->`))),
  ],
  [
    "a stored part whose size stands in its local header alone",
    BROKEN,
    () =>
      zip(
        book({
          ...sheetOf('<row><c r="S1048576"><v>1</v></c></row>'),
          isStored: true,
          flags: 8,
          packedSize: 0,
          localSize: 300,
        }),
      ),
  ],
  ["5,000 sheets of one part", 1, () => zip(book({ ...workbook, text: sharedTarget("rId1") }))],
  [
    "5,000 hidden sheets",
    BROKEN,
    () => zip(book({ ...workbook, text: sharedTarget("rId1").replaceAll("<sheet ", '<sheet state="hidden" ') })),
  ],
  [
    "50,000 relationships",
    1,
    () =>
      zip(
        book({
          ...workbookRelations,
          text: relations(
            ...Array.from({ length: 50_000 }, (_, i) => relation(`rId${i}`, "worksheet", "worksheets/sheet1.xml")),
          ),
        }),
      ),
  ],
  [
    "10,000 pictures that are one part of 25 MiB",
    TOO_MUCH,
    () =>
      zip(
        book(
          { name: "xl/worksheets/_rels/sheet1.xml.rels", text: relations(relation("rId1", "drawing", "d.xml")) },
          { name: "xl/worksheets/_rels/d.xml.rels", text: relations(relation("rId1", "image", "i.png")) },
          {
            name: "xl/worksheets/d.xml",
            text: `<x>${'<twoCellAnchor><pic><blipFill><a:blip r:embed="rId1"/></blipFill></pic></twoCellAnchor>'.repeat(10_000)}</x>`,
          },
          { name: "xl/worksheets/i.png", text: Buffer.alloc(25 * MIB) },
        ),
      ),
  ],
  ["a checksum that is wrong", BROKEN, () => lies({ crc: 1 })],
  ["no xl/workbook.xml", BROKEN, () => zip(without("xl/workbook.xml"))],
  ["no sheet", BROKEN, () => zip(without("xl/worksheets/sheet1.xml"))],
  ["a sheet of 30 MiB of blanks", 0, () => zip(book(sheetOf(" ".repeat(30 * MIB))))],
  ["one tag of 30 MiB", 0, () => zip(book(sheetOf(`<row ${repeated("a=1 ", 30 * MIB)}/>`)))],
  [
    "texts up to the limit of bytes in shared strings",
    TOO_MUCH,
    () => zip(book(strings(`<sst>${repeated("<si><t>a</t></si>", 31 * MIB)}</sst>`))),
  ],
];

/** Small ones that take minutes. */
export const slowWorkbooks: [what: string, make: () => Buffer][] = [
  [
    "definitions of columns over each other",
    () =>
      zip(
        book({
          ...oneRow,
          text: `<worksheet><cols>${'<col min="1" max="16384" width="9"/>'.repeat(100_000)}</cols><sheetData>${HEADINGS}</sheetData></worksheet>`,
        }),
      ),
  ],
  [
    "10,000 relationships to one table of 1 MiB",
    () =>
      zip(
        book(
          {
            name: "xl/worksheets/_rels/sheet1.xml.rels",
            text: relations(...Array.from({ length: 10_000 }, (_, i) => relation(`rId${i}`, "table", "t.xml"))),
          },
          { name: "xl/worksheets/t.xml", text: `<table>${repeated("<a/>", MIB)}</table>` },
        ),
      ),
  ],
];
