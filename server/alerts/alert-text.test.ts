import { expect, test } from "vitest";
import { moneyOf } from "../../contract/display/measures.ts";
import { programReader, type Reader, readerOf } from "../language/reader.ts";
import { type About, alertMessage } from "./alert-text.ts";
import type { AlertContent } from "./causes/wanted-alert.ts";

const about: About = {
  propertyName: "Oak",
  timeZone: "America/Chicago",
  buildingName: "A",
  unitName: "101",
  meterSerial: "S1",
  attachedTo: "Toilet",
  deviceType: null,
  deviceSerial: null,
  beganAt: new Date("2026-06-10T04:00:00Z"),
  gallonPrice: 0.015,
  money: { sign: "$", digits: 2 },
};
const leak = { leak: "toilet leak", gallons_per_day: 120_400, gallons_total: 2_400_000 } as const;

const cases: { alert: AlertContent; about?: Partial<About>; title: string; text: string }[] = [
  {
    alert: { kind: "leak opened", details: leak },
    title: "Toilet leak: Oak, A, 101",
    // 23:00 of the day before in Chicago.
    text: "The toilet meter S1 has leaked since Jun 09, 2026, about 120 gallons a day ($1.81 a day).",
  },
  {
    alert: { kind: "leak opened", details: leak },
    about: { money: { sign: "€", digits: 2 } },
    title: "Toilet leak: Oak, A, 101",
    text: "The toilet meter S1 has leaked since Jun 09, 2026, about 120 gallons a day (€1.81 a day).",
  },
  {
    alert: { kind: "leak opened", details: { ...leak, leak: "other leak", gallons_per_day: null } },
    about: { unitName: null, attachedTo: "Irrigation" },
    title: "Leak: Oak, A",
    text: "The irrigation meter S1 has leaked since Jun 09, 2026.",
  },
  {
    alert: {
      kind: "leak grew",
      details: { ...leak, gallons_per_day_first: 30_000, gallons_per_day_highest: null, times: 4 },
    },
    title: "Toilet leak has grown: Oak, A, 101",
    text: "The leak at the toilet meter S1 that began on Jun 09, 2026 has reached about 120 gallons a day ($1.81 a day), from 30 on its first day.",
  },
  {
    alert: { kind: "leak ended", details: { ...leak, ended_at: "2026-06-14T12:00:00Z" } },
    about: { attachedTo: "SPOE" },
    title: "Toilet leak has ended: Oak, A, 101",
    text: "The leak at the meter S1 that began on Jun 09, 2026 ended on Jun 14, 2026, after 2,400 gallons.",
  },
  {
    alert: { kind: "device down", details: { last_seen_at: "2026-06-10T04:05:00Z", meters: 48, gateway: null } },
    about: { buildingName: null, unitName: null, meterSerial: null, deviceType: "gateway", deviceSerial: "G1" },
    title: "Gateway is silent: Oak",
    text: "Gateway G1 was last seen on Jun 09, 2026, 11:05 PM. 48 meters report through it.",
  },
  {
    alert: { kind: "device down", details: { last_seen_at: "2026-06-10T04:05:00Z", meters: null, gateway: "G1" } },
    about: { deviceType: "meter" },
    title: "Meter is silent: Oak, A, 101",
    text: "The toilet meter S1 was last seen on Jun 09, 2026, 11:05 PM. It reports through gateway G1.",
  },
  {
    alert: { kind: "device down", details: { serial: null, last_seen_at: null, meters: null, gateway: null } },
    about: { deviceType: "meter" },
    title: "Meter is silent: Oak, A, 101",
    text: "The toilet meter S1 replaced another on Jun 09, 2026, 11:00 PM and has not reported since.",
  },
  {
    alert: { kind: "low battery", details: { battery: 11.6, reported_at: "2026-06-10T04:05:00Z" } },
    about: { deviceType: "meter" },
    title: "Low battery: Oak, A, 101",
    text: "The battery of the toilet meter S1 was at 11% on Jun 09, 2026. Replace it before the device stops reporting.",
  },
  {
    alert: { kind: "signal fell", details: { signal: -104.5, usual: -91 } },
    about: { buildingName: null, unitName: null, meterSerial: null, deviceType: "router", deviceSerial: "R1" },
    title: "Signal has fallen: Oak",
    text: "The signal of the router R1 has fallen to -104 dBm, from -91 dBm in the weeks before.",
  },
  {
    alert: { kind: "no consumption", details: { occupancy: "occupied", last_used: "2026-06-01" } },
    title: "No water: Oak, A, 101",
    text: "The toilet meter S1 reports, but has seen no water since Jun 01, 2026. The unit is occupied.",
  },
  {
    alert: { kind: "vacant but used", details: { gallons: 34_900, as_of: "2026-06-08", since: null } },
    title: "Vacant, but water runs: Oak, A, 101",
    text: "The unit is vacant as of Jun 08, 2026, but used 35 gallons in the last 7 days.",
  },
  {
    alert: { kind: "quarantine", details: { readings: 1 } },
    title: "Readings to decide on: Oak, A, 101",
    text: "1 reading of the toilet meter S1, the first from Jun 09, 2026, looks wrong and is not counted until a person decides.",
  },
  {
    alert: { kind: "price ended", details: { units: 12, last_day: "2026-05-31", falls_to: "organization" } },
    about: { buildingName: null, unitName: null, meterSerial: null },
    title: "Price has ended: Oak",
    text: "The price of 12 units ended on May 31, 2026. Since then the price of the organization applies.",
  },
  {
    alert: { kind: "price ended", details: { units: 1, last_day: "2026-05-31", falls_to: "default" } },
    about: { buildingName: null, unitName: null, meterSerial: null },
    title: "Price has ended: Oak",
    text: "The price of 1 unit ended on May 31, 2026. Since then the default price applies, because none is set.",
  },
  ...(
    [
      ["CHF", "CHF 1.81"],
      ["MXN", "$1.81"],
      ["CLP", "$2"],
    ] as const
  ).map(([currency, amount]) => ({
    alert: { kind: "leak opened", details: leak } as const,
    about: { money: moneyOf(currency) },
    title: "Toilet leak: Oak, A, 101",
    text: `The toilet meter S1 has leaked since Jun 09, 2026, about 120 gallons a day (${amount} a day).`,
  })),
];

test.each(cases)("$title", ({ alert, about: other, title, text }) => {
  expect(alertMessage(alert, { ...about, ...other }, programReader)).toEqual({ title, text });
});

test("is written in the reader's language and measure", () => {
  const texts = (reader: Reader) => cases.slice(0, 4).map(({ alert }) => alertMessage(alert, about, reader).text);
  expect(texts(readerOf({ language: "en", measure: "cubic metre" }))).toEqual([
    "The toilet meter S1 has leaked since Jun 09, 2026, about 0.456 m³ a day ($1.81 a day).",
    "The toilet meter S1 has leaked since Jun 09, 2026, about 0.456 m³ a day ($1.81 a day).",
    "The toilet meter S1 has leaked since Jun 09, 2026.",
    "The leak at the toilet meter S1 that began on Jun 09, 2026 has reached about 0.456 m³ a day ($1.81 a day), from 0.114 on its first day.",
  ]);
  const [opened, , , grew] = texts(readerOf({ language: "es", measure: "gallon" }));
  expect(opened).toBe(
    "El medidor del inodoro S1 tiene una fuga desde el 09 jun 2026, de unos 120 galones al día ($1.81 al día).",
  );
  expect(grew).toBe(
    "La fuga en el medidor del inodoro S1 que empezó el 09 jun 2026 ya alcanza unos 120 galones al día ($1.81 al día), frente a 30 el primer día.",
  );
});

test("a sentence in Spanish that ends with a time has one period", () => {
  const alert: AlertContent = {
    kind: "device down",
    details: { last_seen_at: "2026-06-10T04:05:00Z", meters: null, gateway: null },
  };
  const { text } = alertMessage(
    alert,
    { ...about, deviceType: "meter" },
    readerOf({ language: "es", measure: "gallon" }),
  );
  expect(text).toBe("El medidor del inodoro S1 envió datos por última vez el 09 jun 2026, 11:05 PM.");
});

test("one gallon is not several", () => {
  const details = { ...leak, gallons_per_day: 1_000 };
  expect(alertMessage({ kind: "leak opened", details }, about, programReader).text).toContain("about 1 gallon a day");
});
