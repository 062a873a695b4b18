import { z } from "zod";
import { gallonPriceCalls } from "../../contract/costs/gallon-prices.ts";
import { ask, type Person } from "../harness/person.ts";
import { fromAllClients } from "./clients.ts";

const PATH = "/v1/reporting/portfolio-insights/finances/unit-gallon-price";
const DAYS = 60;
/** Of a word's days: how many units, and how far apart they begin. */
const LONGEST = 20;

export interface PricesSet {
  set: number;
  /** Rejected for now, and sent again. */
  rejected: number;
  failed: number;
  overlaps: number;
  wrong: number;
  unrecorded: number;
}

const list = gallonPriceCalls[`GET ${PATH}`].response;
type Listed = z.infer<typeof list>["results"][number];
type Entry = Listed["history"][number];

/** Sets prices of overlapping units and days from many clients at once, and holds what came of it against the words. */
export async function setPrices(person: Person, propertyId: number): Promise<PricesSet> {
  const result: PricesSet = { set: 0, rejected: 0, failed: 0, overlaps: 0, wrong: 0, unrecorded: 0 };
  const units = await unitsOf(person, propertyId);
  await fromAllClients(async (number) => {
    const first = (number * 7) % (DAYS - LONGEST);
    const entry = {
      unit_ids: units.filter((_, i) => (i + number) % 3 !== 0),
      cost: (number + 1) / 1000,
      start_date: dayOf(first),
      end_date: dayOf(first + 1 + (number % LONGEST)),
    };
    for (;;) {
      const { status } = await ask(person, ["POST", PATH, { costs: [entry] }]);
      if (status === 201) result.set++;
      else if (status === 503 || status === 429) {
        result.rejected++;
        continue;
      } else result.failed++;
      return;
    }
  });
  const listed = await listedOf(person, propertyId);
  result.unrecorded = Math.abs(result.set - listed.history_count);
  // The list shows the newest hundred, which is all of them.
  const entries = listed.history.toSorted((a, b) => a.id - b.id);
  for (const unit of units) {
    for (let day = 0; day < DAYS; day++) {
      const date = dayOf(day);
      const holds = listed.prices.filter((entry) => covers(entry, unit, date));
      const last = entries.findLast((entry) => covers(entry, unit, date));
      if (holds.length > 1) result.overlaps++;
      if (holds[0]?.cost !== last?.cost) result.wrong++;
    }
  }
  return result;
}

function covers(
  { unit_ids, start_date, end_date }: Pick<Entry, "unit_ids" | "start_date" | "end_date">,
  unit: number,
  date: string,
) {
  return unit_ids.includes(unit) && start_date <= date && (end_date === null || date <= end_date);
}

function dayOf(day: number): string {
  return new Date(Date.UTC(2026, 4, 1 + day)).toISOString().slice(0, 10);
}

async function listedOf(person: Person, propertyId: number): Promise<Listed> {
  const { value } = await ask(person, ["GET", `${PATH}?property_id=${propertyId}`]);
  const [listed] = list.parse(value).results;
  if (listed === undefined) throw new Error("The property has no list of prices.");
  return listed;
}

const withUnits = z.object({ results: z.array(z.object({ id: z.number() })) });

async function unitsOf(person: Person, propertyId: number): Promise<number[]> {
  const { value } = await ask(person, ["GET", `/v1/admin/staff/inventory/properties/${propertyId}/units?page_size=50`]);
  return withUnits.parse(value).results.map(({ id }) => id);
}
