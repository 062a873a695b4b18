// Covers command-line-7

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../../database/connect.ts";
import { csvFile } from "../../imports/testing/csv-file.ts";
import { addProperty, addUnit } from "../../reporting/testing/places.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { runHere } from "../testing/run-here.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let connections: Connections;

beforeAll(async () => {
  database = await freshDatabase();
  connections = connect(database.url);
  const oak = await addProperty(connections, { name: "Oak", time_zone: "America/Chicago" });
  await addUnit(connections, oak, "A", "101");
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});

const importRoll = (...args: string[]) => runHere(database.url, ["occupancy", "import", ...args]);

test("stores valid rows of a rent roll, and prints the reason for each other row", async () => {
  const roll = await csvFile("unit,status\n101,Occupied\n999,Vacant\n", "roll.csv");
  const { code, out } = await importRoll(roll, "--property", "Oak", "--as-of", "2026-01-31");
  expect(code).toBe(1);
  expect(out).toBe(
    'Row 3: There is no unit "999". Correct it, or add it to the inventory.\n1 row stored, 1 rejected.\n',
  );
  const good = await csvFile("unit,status\n101,Vacant\n");
  const json = await importRoll(good, "--property", "Oak", "--json");
  expect([json.code, JSON.parse(json.out)]).toMatchObject([0, { received: 1, stored: 1, rejected: 0 }]);
});

test("rejects wrong usage before reading anything", async () => {
  const roll = await csvFile("unit,status\n101,Occupied\n");
  const day = await importRoll(roll, "--property", "Oak", "--as-of", "2026-02-30");
  expect([day.code, day.error]).toEqual([2, "Give --as-of as a day such as 2026-01-31.\n"]);
  const property = await importRoll(roll, "--property", "Elm");
  expect([property.code, property.error]).toEqual([
    2,
    expect.stringMatching(/^There is no property "Elm"\. There are: \d+ \w+/),
  ]);
  const columns = await importRoll(await csvFile("home,status\n101,Occupied\n"), "--property", "Oak");
  expect([columns.code, columns.error]).toMatchObject([1, expect.stringContaining("has no column unit")]);
  const twice = await importRoll(await csvFile("unit,Move in,status,move_in\n101,,Vacant,\n"), "--property", "Oak");
  expect([twice.code, twice.error]).toMatchObject([1, expect.stringContaining("more than one column move_in")]);
});
