import { afterAll, beforeAll, expect, test } from "vitest";
import { problem } from "../../contract/call/fields.ts";
import { addMeter, addProperty, addUnit } from "../reporting/testing/places.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";

let site: ScopedApp;
let who: { propertyIds: number[]; isStaff: true };
let gone: string;
let taken: string;

beforeAll(async () => {
  site = await scopedApp("2026-06-20T12:00:00Z");
  const oak = await addProperty(site.connections, { name: "Oak", time_zone: "America/Chicago" });
  const meter = await addMeter(site.connections, await addUnit(site.connections, oak, "A", "101"), "SPOE", "S1");
  who = { propertyIds: [oak.id], isStaff: true };
  gone = "/v1/leaks/why?meter=S9";
  taken = `/v1/admin/staff/inventory/properties/${oak.id}/points/${meter.pointId}`;
});
afterAll(() => site?.close());

async function detail(method: "GET" | "DELETE", path: string, language?: string) {
  const answer = await site.ask(who, method, path, undefined, language ? { "accept-language": language } : {});
  expect(answer.status).toBeGreaterThanOrEqual(400);
  return problem.parse(answer.json()).detail;
}

test.for([
  ["es", "No hay ningún medidor con este número de serie."],
  ["es-MX,es;q=0.9,en;q=0.8", "No hay ningún medidor con este número de serie."],
  ["fr-FR,es;q=0.5", "No hay ningún medidor con este número de serie."],
  ["en-US,es;q=0.9", "There is no meter with this serial number."],
  ["fr", "There is no meter with this serial number."],
  ["*", "There is no meter with this serial number."],
  [undefined, "There is no meter with this serial number."],
] as const)("errors are in the language that the request asks for: %s", async ([language, sentence]) => {
  expect(await detail("GET", gone, language)).toBe(sentence);
});

test("values stand in the sentence of either language", async () => {
  expect(await detail("DELETE", taken)).toBe('Meter "S1" is installed here. Take it out first.');
  expect(await detail("DELETE", taken, "es")).toBe("Aquí está instalado el medidor “S1”. Retírelo primero.");
});

test("names with braces and apostrophes are values, never part of a message", async () => {
  const oak = await addProperty(site.connections, { name: "Elm", time_zone: "America/Chicago" });
  who = { propertyIds: [oak.id], isStaff: true };
  const meter = await addMeter(
    site.connections,
    await addUnit(site.connections, oak, "A", "1"),
    "SPOE",
    "{0} it's '{x}' #",
  );
  const path = `/v1/admin/staff/inventory/properties/${oak.id}/points/${meter.pointId}`;
  expect(await detail("DELETE", path)).toBe(`Meter "{0} it's '{x}' #" is installed here. Take it out first.`);
  expect(await detail("DELETE", path, "es")).toBe(
    "Aquí está instalado el medidor “{0} it's '{x}' #”. Retírelo primero.",
  );
});

test("the contract's messages about wrong fields are translated", async () => {
  const add = async (name: string, language: string) => {
    const path = `/v1/admin/staff/inventory/properties/${who.propertyIds[0]}/buildings`;
    const answer = await site.ask(who, "POST", path, { name }, { "accept-language": language });
    expect(answer.status).toBe(422);
    return answer.json();
  };
  expect(await add("", "en")).toMatchObject({ name: ["Give a name."], detail: "Give a name." });
  expect(await add("", "es")).toMatchObject({ name: ["Indique un nombre."], detail: "Indique un nombre." });
  expect(await add("x".repeat(201), "es")).toMatchObject({ name: ["Un nombre tiene como máximo 200 caracteres."] });
});
