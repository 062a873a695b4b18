import { dayText } from "../../../server/time/local-day.ts";
import { daysOf, eachDay } from "../figures/days.ts";
import { gallonsOf } from "../figures/units-of-measure.ts";
import { type Answer, seenProperties } from "./answer.ts";
import { naturally } from "./ordered.ts";

const byName = (a: { id: number; name: string }, b: { id: number; name: string }) =>
  naturally(a.name, b.name) || a.id - b.id;

/** Each unit of a building on each day. */
export const heatMap: Answer = (given) => {
  const { figures, params, query, now } = given;
  const property = seenProperties(given).find(({ id }) => id === Number(params.id));
  const [chosen] = query.building_id ?? [];
  const building = property?.buildings.toSorted(byName).find(({ id }) => chosen === undefined || id === chosen);
  if (property === undefined || building === undefined) return { status: 404 };
  const days = eachDay(daysOf(property.timeZone, query, now, figures.rules));
  const units = property.units
    .filter(({ buildingId }) => buildingId === building.id)
    .toSorted(byName)
    .map((unit) => {
      const known = days.map((day) => figures.unit(property, unit, day));
      return {
        unit_id: unit.id,
        unit_name: unit.name,
        bedrooms: unit.bedrooms,
        gallons_consumed: known.map((of) => gallonsOf(of?.gallons ?? null)),
        gallons_leaked: known.map((of) =>
          of === null || of.gallons === null ? null : (of.toiletLeak + of.heaterLeak + of.otherLeak) / 1000,
        ),
        days_unread: days.map((_, place) => place).filter((place) => known[place]?.isRead !== true),
        days_of_fixtures: days
          .map((_, place) => place)
          .filter((place) => (known[place]?.gallons ?? null) !== null && known[place]?.isWhole === false),
      };
    });
  return {
    body: {
      building_id: building.id,
      building_name: building.name,
      dates: days.map(dayText),
      units,
      days_kept_from: null,
    },
  };
};
