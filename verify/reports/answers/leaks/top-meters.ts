import { HOUR_MS } from "../../../../server/time/durations.ts";
import { dayText, localDay } from "../../../../server/time/local-day.ts";
import { type Days, daysOf, eachDay } from "../../figures/days.ts";
import { kindOf } from "../../figures/figures.ts";
import { onTheClock, withOffset } from "../../figures/local-time.ts";
import { meterLeakOn } from "../../figures/unit-leaks.ts";
import { gallonsOf, percentOf } from "../../figures/units-of-measure.ts";
import type { LeakKind, Meter, MeterDayStored, Property, Service } from "../../stored/stored.ts";
import { type Answer, buildingOf, chosenProperties, chosenUnits, type Params, type Row } from "../answer.ts";
import { ordered } from "../ordered.ts";
import { isCaughtUp, knownVolume } from "./leak-flow.ts";
import { perReadDay, sumOf } from "./listed-leaks.ts";
import { lostUntil } from "./meter-params.ts";
import { ranked } from "./top-leaks.ts";

interface InstalledMeter {
  property: Property;
  meter: Meter;
  service: Service;
  days: Days;
}

/** The meters that were chosen by building, unit and bedrooms, each where it sits now, or sat last; or wherever it sat. */
function installedMeters(params: Params, servicesOf: (meter: Meter) => Service[]): InstalledMeter[] {
  const { query, now, figures } = params;
  const isByUnits = query.unit_id !== undefined || (query.bedrooms_from ?? 0) > 0 || (query.bedrooms_to ?? 7) < 7;
  return chosenProperties(params).flatMap((property) => {
    const units = chosenUnits(params, property);
    const days = daysOf(property.timeZone, query, now, figures.rules);
    return property.meters.flatMap((meter) =>
      servicesOf(meter).flatMap((service) => {
        const isInside =
          service.unitId === null
            ? !isByUnits && (query.building_id?.includes(service.buildingId) ?? true)
            : units.some(({ id }) => id === service.unitId);
        return isInside ? [{ property, meter, service, days }] : [];
      }),
    );
  });
}

function placementOf({ property, meter, service }: InstalledMeter): Row {
  return {
    property_id: property.id,
    property_name: property.name,
    building_id: service.buildingId,
    building_name: buildingOf(property, service.buildingId).name,
    unit_id: service.unitId,
    unit_name: property.units.find(({ id }) => id === service.unitId)?.name ?? null,
    attached_to: service.attachedTo,
    meter_serial_number: meter.serial,
  };
}

export const topMeters: Answer = (params) => {
  const { figures, query, now } = params;
  const rows = installedMeters(params, ({ services }) => services.slice(-1)).flatMap((installed): Row[] => {
    const { property, meter, service, days } = installed;
    const { timeZone } = property;
    const leaked = meterLeakOn(figures, meter, eachDay(days));
    const leaks = figures.leaksOf(property, meter);
    const isActive = leaks.some(({ endedAt }) => endedAt === null);
    if (leaked === 0 && !(query.include_active_leak === true && isActive)) return [];
    const startsAt = localDay(timeZone, days.first).startsAt;
    const endsAt = localDay(timeZone, days.last).endsAt;
    const shown = leaks.filter(({ startedAt, endedAt }) =>
      leaked > 0 ? startedAt < endsAt && (endedAt === null || endedAt > startsAt) : endedAt === null,
    );
    const goesOn = shown.some(({ endedAt }) => endedAt === null);
    if (query.only_active === true && !goesOn) return [];
    return [
      {
        leak_type: kindOf(service.attachedTo),
        ...placementOf(installed),
        gallons_consumed: gallonsOf(sumOf(eachDay(days).map((day) => figures.meter(meter, day)?.gallons ?? null))),
        gallons_leaked: leaked / 1000,
        flow_time: perReadDay(figures, meter, eachDay(days), "flowTime"),
        events: perReadDay(figures, meter, eachDay(days), "events"),
        leak_days: eachDay(days).filter((day) => (figures.meter(meter, day)?.leak ?? 0) > 0).length,
        total_gallons_leaked: shown.reduce((sum, leak) => sum + lostUntil(property, meter, leak, now), 0) / 1000,
      },
    ];
  });
  return { rows: ordered(ranked(rows), query.ordering ?? "") };
};

const LEAK_LABELS: Readonly<Record<LeakKind, string>> = {
  "toilet leak": "Toilet Leak",
  "other leak": "Other Leak",
  "water heater": "Water Heater Leak",
};

function detailsOf(kind: LeakKind, gallons: number | null, leaked: number, isCaughtUp: boolean): string {
  if (gallons === null) return "No Data";
  if (leaked > 0) return LEAK_LABELS[kind];
  return isCaughtUp ? "Catch-Up" : "No Leak";
}

/** Every meter that is in service, on each local day. */
export const meterDays: Answer = (params) => {
  const rows = installedMeters(params, ({ services }) => services).flatMap((installed) =>
    daysThere(installed).map((day) => {
      const of = params.figures.meter(installed.meter, day);
      const gallons = of?.gallons ?? null;
      const leaked = of === null || gallons === null ? null : of.leak;
      const kind = kindOf(installed.service.attachedTo);
      return {
        ...placementOf(installed),
        date: dayText(day),
        gallons_consumed: gallonsOf(gallons),
        flow_time: of?.flowTime ?? null,
        events: of?.events ?? null,
        gallons_leaked: gallonsOf(leaked),
        toilet_leaks: leaked === null ? null : kind === "toilet leak" ? leaked / 1000 : 0,
        other_leaks: leaked === null ? null : kind === "toilet leak" ? 0 : leaked / 1000,
        leak_volume_percentage: percentOf(leaked ?? 0, gallons),
        leak_details: detailsOf(kind, gallons, leaked ?? 0, (of?.estimated ?? 0) > 0),
      };
    }),
  );
  // Of equal ones the newest day comes first.
  return { rows: ordered(ordered(rows, "-date"), params.query.ordering ?? ""), beside: { days_kept_from: null } };
};

function daysThere(installed: InstalledMeter): number[] {
  return eachDay(installed.days).filter((day) => isThereOn(installed, day));
}

/** Whether a meter sits where it does at the end of a local day. */
function isThereOn({ property, service }: InstalledMeter, day: number): boolean {
  const { endsAt } = localDay(property.timeZone, day);
  const { beganAt, endedAt } = service;
  return (beganAt === null || beganAt < endsAt) && (endedAt === null || endedAt >= endsAt);
}

/** The same by hours. Those of several properties can be ordered by date only. */
export const meterHours: Answer = (params) => {
  const { ordering = "" } = params.query;
  const isByTime = ordering === "date" || ordering === "-date";
  if (!isByTime && chosenProperties(params).length > 1) return { status: 400 };
  const rows = installedMeters(params, ({ services }) => services).flatMap((installed) =>
    daysThere(installed).flatMap((day) => hoursOf(params, installed, day)),
  );
  const keyed = rows.map(({ row, key }) => ({ ...row, key }));
  const sorted = ordered(ordered(keyed, "-key"), isByTime ? ordering.replace("date", "key") : ordering);
  return { rows: sorted.map(({ key: _, ...row }) => row), beside: { hours_kept_from: null } };
};

function hoursOf(params: Params, installed: InstalledMeter, day: number) {
  const { property, meter, service } = installed;
  const { startsAt, hours } = localDay(property.timeZone, day);
  const stored: MeterDayStored | undefined = meter.days.get(day);
  return Array.from({ length: hours }, (_, hour) => {
    const at = startsAt + hour * HOUR_MS;
    const gallons = knownVolume(params.figures, stored, hour);
    const leaked = gallons === null ? null : (stored?.leak?.[hour] ?? 0);
    const row: Row = {
      ...placementOf(installed),
      date: dayText(day),
      hour: onTheClock(property.timeZone, at),
      starts_at: withOffset(property.timeZone, at),
      gallons_consumed: gallonsOf(gallons),
      flow_time: stored?.flowTime?.[hour] ?? null,
      events: stored?.events?.[hour] ?? null,
      gallons_leaked: gallonsOf(leaked),
      leak_details: detailsOf(
        kindOf(service.attachedTo),
        gallons,
        leaked ?? 0,
        stored !== undefined && isCaughtUp(stored, hour),
      ),
    };
    return { at, row, key: day * 100 + hour };
  }).filter(({ at }) => at <= params.now);
}
