// Covers data-9

import { afterAll, beforeAll, expect, test } from "vitest";
import { openRepairSite, type RepairSite, seenRows } from "./testing/repair-site.ts";

let site: RepairSite;
beforeAll(async () => {
  site = await openRepairSite();
});
afterAll(() => site?.close());

const DAY = Date.parse("2026-05-04T05:00:00Z");
const at = (seconds: number) => new Date(DAY + seconds * 1000).toISOString();

test("a register is unmeasured at the second of its own; another instant is rejected with the nearest register", async () => {
  const gateway = await site.addHome();
  const read = (hour: number, register: number) => ({ serial: "R", read_at: at(hour * 3600 + 37), register });
  await site.send(
    gateway,
    [0, 1, 2, 3].map((hour) => read(hour, 5000 + hour)),
  );
  await site.refresh();
  const unmeasured = (read_at: string) => ({
    kind: "correct",
    reason: "Misread.",
    meter_serial_number: "R",
    registers: [{ read_at, register: null }],
  });
  const answer = await site.call(gateway, "POST", "repairs", unmeasured(at(7200)));
  expect([answer.status, answer.json()]).toMatchObject([
    422,
    {
      registers: [
        'Meter "R" has no register at 2026-05-04T07:00:00.000Z, but one at 2026-05-04T07:00:37.000Z. Give the time of a register to the second.',
      ],
    },
  ]);
  const before = await seenRows(site, gateway);
  await site.repair(gateway, unmeasured(at(7237)));
  expect(await seenRows(site, gateway)).not.toEqual(before);
  // It is known still, though it does not count.
  await site.repair(gateway, unmeasured(at(7237)));
});
