import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlExample } from "./curl-example.ts";

const now = Date.parse("2026-03-09T12:34:56Z");
const params = { origin: "http://localhost:4000", token: "dlg_x", now };

/** What the command would send, by a shell that only prints it. */
function sentBy(command: string): unknown {
  const body = command.slice(command.indexOf("-d ") + 3);
  return JSON.parse(execFileSync("sh", ["-c", `printf %s ${body}`], { encoding: "utf8" }));
}

// Covers inventory-4
test("sends the last full hour, or a register for meters that have one", () => {
  const hourly = curlExample({ ...params, meter: { serial_number: "A-1", register_unit: null } });
  expect(hourly).toContain("http://localhost:4000/v1/ingest/readings");
  expect(hourly).toContain("Bearer dlg_x");
  expect(sentBy(hourly)).toEqual([{ serial: "A-1", hour: "2026-03-09T11:00:00Z", gallons: 0 }]);
  const register = curlExample({ ...params, meter: { serial_number: "A-1", register_unit: "litre" } });
  expect(() => sentBy(register)).toThrow("JSON");
  expect(sentBy(register.replace("REGISTER", "52340"))).toEqual([
    { serial: "A-1", read_at: "2026-03-09T12:34:56.000Z", register: 52340 },
  ]);
});

test("escapes shell quotes in serial numbers", () => {
  const serial_number = `a'; echo "$(id)" #`;
  expect(sentBy(curlExample({ ...params, meter: { serial_number, register_unit: null } }))).toMatchObject([
    { serial: serial_number },
  ]);
});
