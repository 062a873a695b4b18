import { localDay } from "../../../../server/time/local-day.ts";
import { daysOf } from "../../figures/days.ts";
import { casesOf } from "../../figures/leak-cases.ts";
import { type Answer, chosenProperties, type Row } from "../answer.ts";

/** How many cases were found in the requested days. Nobody reports anything about them, so that none took any time. */
export const caseTimes: Answer = (params) => {
  const { figures, query, now } = params;
  const found = new Map<string, { id: number | null; name: string; cases: number }>();
  for (const property of chosenProperties(params)) {
    const days = daysOf(property.timeZone, query, now, figures.rules);
    const from = localDay(property.timeZone, days.first).startsAt;
    const until = localDay(property.timeZone, days.last + 1).startsAt;
    const cases = [...property.units, ...property.meters].flatMap((place) => casesOf(figures, property, place));
    for (const { leaks, kinds } of cases) {
      const openedAt = Math.min(...leaks.map((leak) => leak.openedAt));
      if (openedAt < from || openedAt >= until) continue;
      const kind = kinds.length === 1 ? (kinds[0] ?? "") : "hybrid leak";
      const name = { property: property.name, person: "", kind }[String(query.by)] ?? property.name;
      const id = (query.by ?? "property") === "property" ? property.id : null;
      const row = found.get(`${id} ${name}`) ?? { id, name, cases: 0 };
      found.set(`${id} ${name}`, { ...row, cases: row.cases + 1 });
    }
  }
  const rows = [...found.values()].toSorted(
    (a, b) => b.cases - a.cases || (a.name < b.name ? -1 : Number(a.name > b.name)) || (a.id ?? 0) - (b.id ?? 0),
  );
  return {
    body: rows.map(
      (row): Row => ({
        ...row,
        hours_to_acknowledged: null,
        hours_to_assigned: null,
        hours_to_fixed: null,
        hours_to_verified: null,
        fixed: 0,
        held: 0,
        held_percentage: null,
      }),
    ),
  };
};
