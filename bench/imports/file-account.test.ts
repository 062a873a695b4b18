import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { type DataSet, dataSets } from "./data-sets.ts";
import { accountOf, gallonsOf, netLitres } from "./file-account.ts";

const folder = await mkdtemp(join(tmpdir(), "dripline-account-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function accountOfLines(name: DataSet["name"], lines: string[]) {
  const dataSet = dataSets.find((set) => set.name === name);
  if (dataSet === undefined) throw new Error(`There is no data set ${name}.`);
  const path = join(folder, `${name}.csv.gz`);
  await writeFile(path, gzipSync(`${lines.join("\n")}\n`));
  return accountOf(path, dataSet);
}

test("counts rows, repeated times and the net of each register, without dips", async () => {
  const account = await accountOfLines("DAIAD", [
    "user key;datetime;meter reading;diff",
    "a;30/10/2016 01:10:00;100;0",
    "a;30/10/2016 02:10:00;110;10",
    "a;30/10/2016 02:10:00;109;-1",
    "b;30/10/2016 02:10:00;5000;0",
    "b;30/10/2016 03:10:00;5400;400",
    "b;30/10/2016 04:10:00;5390;-10",
  ]);
  expect(account.rows).toBe(6);
  expect(account.doubled).toBe(1);
  expect(netLitres(account)).toBe(9 + 390);
  expect(account.meters.get("b")).toEqual({ first: 5_000_000, last: 5_390_000, highest: 5_400_000 });
});

test("counts volume up to the highest register, converting each end once", () => {
  // A gallon is 3.785411784 L: 378,541.1784 L are 100,000 gal.
  expect(gallonsOf({ first: 0, last: 0, highest: 378_541_178.4 })).toBe(100_000_000);
  expect(gallonsOf({ first: 1000, last: 2000, highest: 3000 })).toBe(793 - 264);
});

test("keeps thousandths of a litre in registers", async () => {
  const account = await accountOfLines("AMPds2", [
    "unix_ts,counter,avg_rate,inst_rate",
    "1333263600,45287.526,0.0,0.0",
    "1333263660,45291.311,3.785,0.0",
  ]);
  expect(netLitres(account)).toBe(3.785);
});
