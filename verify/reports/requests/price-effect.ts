import { dayText, localDayAt } from "../../../server/time/local-day.ts";
import type { Draws } from "../../../simulator/random.ts";
import { one, some } from "../../harness/random.ts";
import type { Json } from "../answers/answer.ts";
import { compare } from "../answers/ordered.ts";
import { dollarsOrNull, leakCostIn } from "../answers/sides.ts";
import { daysOf } from "../figures/days.ts";
import { Figures } from "../figures/figures.ts";
import { addDays, noSums, type Sums } from "../figures/sums.ts";
import { type Site, whoSees } from "../installation/site.ts";
import type { Property } from "../stored/stored.ts";
import { differences } from "./compare.ts";

const URL = "/v1/reporting/portfolio-insights/finances/unit-gallon-price/effect";

/** Asks what prices would do to a period, and works it out. @returns where the answer differs */
export async function tryPriceEffect(site: Site, figures: Figures, now: number, draws: Draws): Promise<string[]> {
  const { properties } = figures.stored;
  const today = localDayAt("UTC", now).day;
  const from = today - draws.whole(-2, 40);
  const unit_ids = some(
    draws,
    properties.flatMap(({ units }) => units.map(({ id }) => id)),
    draws.whole(1, 12),
  );
  const entry = {
    unit_ids,
    cost: draws.whole(1, 60) / 1000,
    start_date: dayText(from),
    end_date: draws.chance(0.4) ? null : dayText(from + draws.whole(0, 30)),
  };
  const period = draws.chance(0.5)
    ? { days_ago: one(draws, [0, 1, 7, 30]) }
    : { start_date: dayText(today - 1 - draws.whole(0, 50)), end_date: dayText(today - 1) };
  const body = { costs: [entry], ...period };
  site.clock.now = now;
  const scope = whoSees(
    properties.map(({ id }) => id),
    [...figures.stored.organizations.keys()],
  );
  const answer = await site.ask(scope, { method: "POST", url: URL, body });
  const title = `POST ${URL} ${JSON.stringify(body)} at ${new Date(now).toISOString()}`;
  if (answer.status !== 200) return [`${title}: ${answer.status} ${answer.text}`];
  const expected = effectOf(figures, entry, period, now);
  return differences(JSON.parse(answer.text), expected).map((where) => `${title}: ${where}`);
}

interface Entry {
  unit_ids: number[];
  cost: number;
  start_date: string;
  end_date: string | null;
}

function effectOf(figures: Figures, entry: Entry, period: Parameters<typeof daysOf>[1], now: number): Json {
  const { stored, rules } = figures;
  const proposedPrice = {
    unitIds: entry.unit_ids,
    price: Math.round(entry.cost * 1000),
    firstDay: entry.start_date,
    lastDay: entry.end_date,
    historyFields: { id: 0, made_by: "", made_at: "" },
  };
  const touched = stored.properties
    .filter(({ units }) => units.some(({ id }) => entry.unit_ids.includes(id)))
    .toSorted((a, b) => compare(a.name, b.name) || a.id - b.id);
  const after = new Figures({ ...stored, properties: [] }, rules);
  const all = { before: noSums(), after: noSums() };
  const rows = touched.map((property) => {
    const priced: Property = { ...property, prices: [...property.prices, proposedPrice] };
    const days = daysOf(property.timeZone, period, now, rules);
    const own = { before: noSums(), after: noSums() };
    for (const sums of [own.before, all.before]) addDays(sums, figures, property, property.units, days);
    for (const sums of [own.after, all.after]) addDays(sums, after, priced, priced.units, days);
    return {
      property_id: property.id,
      property_name: property.name,
      units_count: property.units.filter(({ id }) => entry.unit_ids.includes(id)).length,
      ...costsOf(own),
    };
  });
  const dates = touched.map(({ timeZone }) => daysOf(timeZone, period, now, rules));
  return {
    start_date: dayText(Math.min(...dates.map(({ first }) => first))),
    end_date: dayText(Math.max(...dates.map(({ last }) => last))),
    ...costsOf(all),
    properties: rows,
  };
}

function costsOf({ before, after }: { before: Sums; after: Sums }) {
  const total = ({ gallons, cost }: Sums) => dollarsOrNull(gallons === null ? null : cost);
  const leak = (sums: Sums) => dollarsOrNull(leakCostIn(sums));
  return {
    total_cost_before: total(before),
    total_cost_after: total(after),
    leak_cost_before: leak(before),
    leak_cost_after: leak(after),
  };
}
