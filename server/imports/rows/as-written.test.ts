import { expect, test } from "vitest";
import { atRow } from "../../ingest/reading.ts";
import { text } from "../../problem/text.ts";
import { layOut } from "../layout/layout.ts";
import { byHeader } from "../testing/read-all.ts";
import { asWritten } from "./as-written.ts";

const layout = layOut("serial,hour,gallons", byHeader);
const at = Date.UTC(2027, 10, 1, 5);

test.each([
  ["S1,2027-11-01 00:00,1", 'the time "2027-11-01 00:00" (2027-11-01T05:00:00.000Z) lies in the future'],
  ["S1,2027-11-01T05:00:00.000Z,1", "the time 2027-11-01T05:00:00.000Z lies in the future"],
  ["S1,$& 2027,1", 'the time "$& 2027" (2027-11-01T05:00:00.000Z) lies in the future'],
])("reports the row %s in its own terms: %s", (raw, sentence) => {
  const reason = atRow(2, text`the time ${"2027-11-01T05:00:00.000Z"} lies in the future`);
  expect(String(asWritten(reason, { raw, at }, layout))).toBe(`Row 2: ${sentence}`);
});

test("keeps a sentence without an instant unchanged", () => {
  const reason = text`gallons is negative`;
  expect(asWritten(reason, { raw: "S1,2027-11-01 00:00,-1", at }, layout)).toBe(reason);
});
