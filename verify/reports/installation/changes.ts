import { z } from "zod";
import { refreshAll } from "../../../server/metering/refresh-all.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { dayText, localDay, localDayAt } from "../../../server/time/local-day.ts";
import type { Draws } from "../../../simulator/random.ts";
import { one, some } from "../../harness/random.ts";
import type { Stored } from "../stored/stored.ts";
import { type Installation, type Made, NOW, send } from "./installation.ts";
import { type Request, type Site, whoSees } from "./site.ts";

/** What happens to an installation after it was first looked at; after each of it, the same calls are made again. */
export interface Change {
  title: string;
  make(site: Site, installation: Installation, stored: Stored, draws: Draws): Promise<void>;
}

export const changes: readonly Change[] = [
  { title: "after late readings", make: sendLate },
  { title: "after corrections, decisions, a swap and a move", make: repair },
  { title: "after changes of prices", make: price },
];

async function sendLate(site: Site, { properties }: Installation): Promise<void> {
  for (const property of properties) await send(site, property, property.late);
  await refreshAll(site.connections, () => site.clock.now);
}

async function repair(site: Site, installation: Installation, stored: Stored, draws: Draws): Promise<void> {
  for (const property of installation.properties) {
    await correct(site, property, draws);
    await decide(site, property, draws);
  }
  for (const property of some(draws, installation.properties, 3)) await swap(site, property, stored, draws);
  const moved = installation.properties.at(-1);
  if (moved !== undefined) {
    const body = { organization_id: installation.organizationIds[0], property_ids: [moved.propertyId] };
    const ids = installation.properties.map(({ propertyId }) => propertyId);
    const scope = whoSees(ids, installation.organizationIds, "IONAdmin");
    const url = "/v1/admin/staff/inventory/organizations/properties/bulk-assign";
    await sendRequest(site, scope, { method: "POST", url, body });
  }
  await refreshAll(site.connections, () => site.clock.now);
}

/** Hours of a meter that a person puts right, some of them to "not measured". */
async function correct(site: Site, { propertyId, simulated, registers, meterIds }: Made, draws: Draws): Promise<void> {
  const today = localDayAt(simulated.timeZone, NOW).day;
  const serials = [...meterIds.keys()].filter((serial) => !registers.has(serial));
  for (const serial of some(draws, serials, 3)) {
    const { startsAt, hours } = localDay(simulated.timeZone, today - draws.whole(1, 25));
    const values = Array.from({ length: Math.min(hours, draws.whole(1, 20)) }, (_, hour) => ({
      hour: new Date(startsAt + hour * HOUR_MS).toISOString(),
      gallons: draws.chance(0.2) ? null : draws.whole(0, 4000) / 100,
    }));
    const body = { kind: "correct", reason: "Read by hand.", meter_serial_number: serial, hours: values };
    await repairing(site, propertyId, body);
  }
}

const quarantine = z.looseObject({ results: z.array(z.looseObject({ id: z.string() })) });

/** Accepts and rejects what waits in quarantine. */
async function decide(site: Site, { propertyId }: Made, draws: Draws): Promise<void> {
  const url = `/v1/properties/${propertyId}/quarantine?page_size=50`;
  const answer = await sendRequest(site, whoSees([propertyId], []), { method: "GET", url });
  for (const { id } of quarantine.parse(answer).results) {
    if (!id.startsWith("h")) continue;
    const kind = one(draws, ["accept", "reject", "leave"]);
    if (kind === "leave") continue;
    await repairing(site, propertyId, { kind, reason: "Looked at.", quarantine_ids: [id] });
  }
}

/** A meter by another one, in the middle of an hour; the new one goes on. */
async function swap(site: Site, made: Made, stored: Stored, draws: Draws): Promise<void> {
  const { propertyId, simulated, registers } = made;
  const property = stored.properties.find(({ id }) => id === propertyId);
  const serials = (property?.meters ?? []).filter(({ serial }) => !registers.has(serial)).map(({ serial }) => serial);
  const old = one(draws, serials);
  const { startsAt } = localDay(simulated.timeZone, localDayAt(simulated.timeZone, NOW).day - draws.whole(3, 20));
  const at = startsAt + draws.whole(1, 22) * HOUR_MS + 30 * 60_000;
  const fresh = `${old}-N`;
  await repairing(site, propertyId, {
    kind: "swap",
    reason: "The old one was broken.",
    meter_serial_number: old,
    swapped_at: new Date(at).toISOString(),
    new_meter: { serial_number: fresh },
  });
  const first = at + 30 * 60_000;
  const rows = Array.from({ length: 40 }, (_, hour) => ({
    serial: fresh,
    hour: new Date(first + hour * HOUR_MS).toISOString(),
    gallons: draws.whole(0, 600) / 100,
    sequence: 0,
  }));
  await send(site, made, rows);
}

/** Prices of units, one laid over another, and defaults of organizations, past and to come. */
async function price(site: Site, installation: Installation, stored: Stored, draws: Draws): Promise<void> {
  const finances = "/v1/reporting/portfolio-insights/finances";
  const ids = installation.properties.map(({ propertyId }) => propertyId);
  const scope = whoSees(ids, installation.organizationIds, "IONAdmin");
  const today = localDayAt("UTC", NOW).day;
  const units = stored.properties.flatMap((property) => property.units.map(({ id }) => id));
  for (let call = 0; call < 12; call++) {
    const from = today - draws.whole(-3, 60);
    const until = draws.chance(0.3) ? null : dayText(from + draws.whole(0, 40));
    const costs = [
      {
        unit_ids: some(draws, units, draws.whole(1, 14)),
        cost: draws.whole(5, 40) / 1000,
        start_date: dayText(from),
        end_date: until,
      },
    ];
    await sendRequest(site, scope, { method: "POST", url: `${finances}/unit-gallon-price`, body: { costs } });
  }
  for (const organization_id of [...installation.organizationIds, ...installation.organizationIds.slice(0, 1)]) {
    const from = draws.chance(0.3) ? null : dayText(today - draws.whole(0, 45));
    const end_date = draws.chance(0.5) || from === null ? null : dayText(today + draws.whole(-30, 10));
    if (end_date !== null && from !== null && end_date < from) continue;
    const body = { organization_id, cost: draws.whole(5, 30) / 1000, start_date: from, end_date };
    await sendRequest(site, scope, { method: "POST", url: `${finances}/organization-gallon-price`, body });
  }
  await refreshAll(site.connections, () => site.clock.now);
}

function repairing(site: Site, propertyId: number, body: object): Promise<unknown> {
  return sendRequest(site, whoSees([propertyId], []), {
    method: "POST",
    url: `/v1/properties/${propertyId}/repairs`,
    body,
  });
}

async function sendRequest(site: Site, scope: ReturnType<typeof whoSees>, request: Request): Promise<unknown> {
  const answer = await site.ask(scope, request);
  if (answer.status >= 300)
    throw new Error(`${request.method} ${request.url} answered ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text);
}
