import { expect, test } from "vitest";
import { readInventoryFile } from "../files/inventory-file.ts";
import { csvFile } from "../testing/csv-file.ts";
import { contradictions } from "./contradictions.ts";

const HEADER = "property,building,unit,bedrooms,point,label,serial,gateway,time_zone,register_unit,register_count";
const read = async (...rows: string[]) =>
  readInventoryFile(await csvFile([HEADER, ...rows].join("\n"), "inventory.csv"));

test.each([
  ["Oak,A,101,2,Sink,,S1,,,,", /point is "Sink"\. Write one of: SPOE, DPOE, Toilet/],
  ["Oak,A,,2,SPOE,,S1,,,,", /unit is empty, but a SPOE meter is installed in one/],
  ["Oak,A,101,,Building,,S1,,,,", /a Building meter belongs to no unit/],
  ["Oak,A,101,two,SPOE,,S1,,,,", /bedrooms is "two", which is not a number/],
  ["Oak,A,101,40,SPOE,,S1,,,,", /0 \(a studio\) to 20/],
  ["Oak,A,10\u202e1,2,SPOE,,S1,,,,", /unit: It has an invisible character \(U\+202E\)/],
  ["Oak,A,101,2,SPOE,Si\u0007nk,S1,,,,", /label: It has an invisible character \(U\+0007\)/],
  ["Oak,A,101,2,SPOE,,,,,,", /serial is empty\. Fill it in/],
  ["Oak,A,101,2,SPOE,,S1,,Chicago,,", /time_zone is "Chicago"\. Write a name like America\/Chicago/],
  ["Oak,A,101,2,SPOE,,S1,,,barrel,", /register_unit is "barrel"/],
  ['Oak,"A,101,2,SPOE,,S1,,,,', /a quotation mark is opened and not closed/],
])("rejects the row %s with its line and advice", async (bad, sentence) => {
  const { rows, rejected } = await read("Oak,A,100,2,SPOE,,S0,,,,", bad);
  expect(rows).toHaveLength(1);
  expect(rejected).toHaveLength(1);
  expect(rejected[0]?.row).toBe(3);
  expect(String(rejected[0]?.reason)).toMatch(/^Row 3: /);
  expect(String(rejected[0]?.reason)).toMatch(sentence);
});

test.each([
  ["one serial twice", "Oak,A,102,,SPOE,,S1,,,,", /serial number "S1" stands in row 2 already/],
  ["a unit with different bedrooms", "Oak,A,101,3,Toilet,,S2,,,,", /bedrooms of 101 is "3", but row 2 has "2"/],
  [
    "a property in two zones",
    "Oak,B,101,,SPOE,,S2,,America/Denver,,",
    /time_zone of Oak is "America\/Denver", but row 2 has "America\/Chicago"/,
  ],
  ["a second point of entry", "Oak,A,101,,SPOE,,S2,,,,", /whole supply metered by row 2 already/],
  ["a dual one beside a single one", "Oak,A,101,,DPOE,,S2,,,,", /one SPOE meter, or two DPOE meters/],
  ["one label twice", "Oak,A,101,,SPOE,main,S2,,,,", /label "main"/],
])("rejects %s", async (_what, second, sentence) => {
  const { rows } = await read("Oak,A,101,2,SPOE,main,S1,,America/Chicago,,", second);
  const found = contradictions(rows);
  expect(found.map(({ row }) => row)).toContain(3);
  expect(found.map(({ reason }) => reason).join(" ")).toMatch(sentence);
});

test("rejects a third dual point of entry", async () => {
  const { rows } = await read("Oak,A,1,,DPOE,,S1,,,,", "Oak,A,1,,DPOE,,S2,,,,", "Oak,A,1,,DPOE,,S3,,,,");
  expect(contradictions(rows).map(({ row, code }) => [row, code])).toEqual([[4, "too_many_entries"]]);
});

test("accepts two dual points of entry, many toilets, and one serial number at two properties", async () => {
  const { rows, rejected } = await read(
    "Oak,A,101,2,DPOE,,S1,,America/Chicago,,",
    "Oak,A,101,2,DPOE,,S2,,,,",
    "Oak,A,101,,Toilet,,S3,,,,",
    "Oak,A,101,,Toilet,,S4,,,,",
    "Elm,A,101,3,SPOE,,S1,,America/Denver,litre,0.5",
    "Elm,A,,,Irrigation,,S5,,,,",
  );
  expect([rejected, contradictions(rows)]).toEqual([[], []]);
});

test("rejects a header with an unknown column", async () => {
  await expect(readInventoryFile(await csvFile("property,building,point,serial,colour\n"))).rejects.toThrow(
    /"colour" is not known/,
  );
  await expect(readInventoryFile(await csvFile("property,building,serial\nOak,A,S1\n"))).rejects.toThrow(
    /no column point/,
  );
});
