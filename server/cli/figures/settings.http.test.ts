import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../../database/connect.ts";
import { addMeter, addOrganization, addProperty, addUnit } from "../../reporting/testing/places.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { runHere } from "../testing/run-here.ts";

let url: string;
let drop: () => Promise<void>;
let connections: Connections;

beforeAll(async () => {
  const database = await freshDatabase();
  ({ url, drop } = database);
  connections = connect(url);
  const organization_id = await addOrganization(connections, "Oak Homes");
  const property = await addProperty(connections, { name: "Oak", organization_id, time_zone: "America/Chicago" });
  await addMeter(connections, await addUnit(connections, property, "A", "1"), "SPOE", "S1");
});

afterAll(async () => {
  await connections.close();
  await drop();
});

/** Runs the command line: its exit code, stdout and stderr. */
async function dripline(...args: string[]) {
  const { code, out, error } = await runHere(url, args);
  return [code, out, error] as const;
}

const stored = async () =>
  (await sql`select leak_settings, metering_settings from organizations`.execute(connections.worker)).rows[0];
const versions = async () => (await sql`select inventory_version from properties`.execute(connections.worker)).rows;

// Covers command-line-7
test("sets, shows and resets thresholds of both kinds, and marks the properties once", async () => {
  const at = ["--organization", "Oak Homes"];
  const [code, out, error] = await dripline("settings", "set", "floor_gallons=0.6", "most_toilet=12", ...at);
  expect([code, error]).toEqual([0, expect.stringContaining("recalculates 1 property")]);
  expect(out).toMatch(/^\* floor_gallons = 0.6 gallons \(default 0.45\) +Floor: /m);
  expect(await stored()).toEqual({ leak_settings: { floorGallons: 600 }, metering_settings: { mostToilet: 12 } });
  const [, json] = await dripline("settings", "show", "--json", ...at);
  expect(JSON.parse(json).metering).toContainEqual(expect.objectContaining({ name: "most_toilet", value: 12 }));
  expect((await dripline("settings", "reset", "floor_gallons", ...at))[0]).toBe(0);
  expect(await stored()).toEqual({ leak_settings: {}, metering_settings: { mostToilet: 12 } });
  expect((await dripline("settings", "reset", "all", ...at))[0]).toBe(0);
  expect(await stored()).toEqual({ leak_settings: {}, metering_settings: {} });
});

test.each([
  [["settings", "set", "floor_gallons=-1", "--organization", "Oak Homes"], "floor_gallons must be at least 0, not -1."],
  [["settings", "set", "floor_gallons", "--organization", "Oak Homes"], "such as floor_gallons=0.6"],
  [["settings", "set", "floor=1", "--organization", "Oak Homes"], 'no setting "floor"'],
  [["settings", "reset", "floor", "--organization", "Oak Homes"], 'no setting "floor"'],
  [["settings", "show", "--organization", "Elm"], 'There is no organization "Elm". There are: Oak Homes ('],
])("%j is wrong use and changes nothing", async (args, message) => {
  const before = [await stored(), await versions()];
  expect(await dripline(...args)).toEqual([2, "", expect.stringContaining(message)]);
  expect([await stored(), await versions()]).toEqual(before);
});
