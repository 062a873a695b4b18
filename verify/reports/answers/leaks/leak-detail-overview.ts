import { dayText, localDay, localDayAt } from "../../../../server/time/local-day.ts";
import { eachDay } from "../../figures/days.ts";
import { kindOf } from "../../figures/figures.ts";
import { casesOf, type KnownCase } from "../../figures/leak-cases.ts";
import { withOffset } from "../../figures/local-time.ts";
import { isSilent } from "../../figures/newest-hours.ts";
import { daysAt } from "../../figures/places-of-hours.ts";
import { leakTypeOf, meterLeakOn, metersOfUnit, unitLeakIn } from "../../figures/unit-leaks.ts";
import { type Answer, buildingOf, type Params, type Row } from "../answer.ts";
import { lastRead } from "../overview.ts";
import { chosenMeter, lostUntil, type MeterParams } from "./meter-params.ts";

export const leakDetailOverview: Answer = (params) => {
  const found = chosenMeter(params);
  if (found === null) return { status: 404 };
  const { figures, now } = params;
  const { property, meter, service, days } = found;
  const { timeZone } = property;
  const startsAt = localDay(timeZone, days.first).startsAt;
  const endsAt = localDay(timeZone, days.last + 1).startsAt;
  const leaks = property.leaks
    .filter(({ meterId }) => meterId === meter.id)
    .filter(({ startedAt, endedAt }) => startedAt < endsAt && (endedAt === null || endedAt > startsAt))
    .toSorted((a, b) => b.startedAt - a.startedAt);
  const sure = leaks.filter(({ isSuspected }) => figures.rules.suspectedLeaks || !isSuspected);
  const [newest] = sure;
  const oldest = sure.at(-1);
  const dayOf = (at: number) => dayText(localDayAt(timeZone, at).day);
  let gallons: number | null = null;
  for (const day of eachDay(days)) {
    const of = figures.meter(meter, day)?.gallons ?? null;
    if (of !== null) gallons = (gallons ?? 0) + of;
  }
  const last = lastRead(meter);
  const place = property.units.find(({ id }) => id === service.unitId) ?? meter;
  const leakCase = casesOf(figures, property, place)
    .filter((one) => one.startedAt < endsAt && one.leaks.some(({ meterId }) => meterId === meter.id))
    .toSorted((a, b) => Number(isWithin(b, startsAt)) - Number(isWithin(a, startsAt)) || b.startedAt - a.startedAt)[0];
  const isActive =
    newest !== undefined &&
    (leakCase === undefined ? sure.some(({ endedAt }) => endedAt === null) : leakCase.overAt === null);
  return {
    body: {
      ...placeOf(found),
      leak_type: newest === undefined ? null : leakCase === undefined ? newest.kind : leakTypeOf(leakCase.kinds),
      case_id: caseId(leakCase),
      meter_serial_number: meter.serial,
      attached_to: service.attachedTo,
      time_zone: timeZone,
      leak_start_date: oldest === undefined ? null : dayOf((leakCase ?? oldest).startedAt),
      leak_end_date: newest === undefined || isActive ? null : dayOf(((leakCase ?? newest).endedAt ?? 0) - 1),
      is_active: isActive,
      gallons_consumed: gallons === null ? null : gallons / 1000,
      gallons_leaked: meterLeakOn(figures, meter, eachDay(days)) / 1000,
      total_gallons_leaked:
        newest === undefined
          ? 0
          : (leakCase?.leaks.filter(({ meterId }) => meterId === meter.id) ?? sure).reduce(
              (sum, leak) => sum + lostUntil(property, meter, leak, now),
              0,
            ) / 1000,
      start_date: dayText(days.first),
      end_date: dayText(days.last),
      last_reading_date: last === null ? null : dayText(last),
      ...ofUnit(params, found),
      leaks: leaks.map((leak) => ({
        started_at: withOffset(timeZone, leak.startedAt),
        opened_at: withOffset(timeZone, leak.openedAt),
        ended_at: leak.endedAt === null ? null : withOffset(timeZone, leak.endedAt),
        unconfirmed: leak.endedAt === null && isSilent(property, meter),
        suspected: leak.isSuspected,
        rules: leak.rules,
        opened_by: leak.openedBy,
        confidence: leak.confidence,
        // What is only suspected has none.
        total_gallons_leaked: leak.isSuspected ? 0 : lostUntil(property, meter, leak, now) / 1000,
      })),
    },
  };
};

/** Under which all of its leaks are in the product; -1: they are not in one. */
function caseId(leakCase: KnownCase | undefined): number | null {
  if (leakCase === undefined) return null;
  const ids = new Set(leakCase.leaks.map((leak) => leak.caseId));
  const [id] = ids;
  return ids.size === 1 ? (id ?? -1) : -1;
}

/** Whether a case is not over, or ended after an instant. */
function isWithin({ overAt, endedAt }: KnownCase, instant: number): boolean {
  return overAt === null || (endedAt ?? 0) > instant;
}

function placeOf({ property, service }: MeterParams): Row {
  return {
    property_id: property.id,
    property_name: property.name,
    building_id: service.buildingId,
    building_name: buildingOf(property, service.buildingId).name,
    unit_id: service.unitId,
    unit_name: property.units.find(({ id }) => id === service.unitId)?.name ?? null,
  };
}

function ofUnit({ figures }: Params, { property, meter, service, days }: MeterParams): Row {
  const leaking = (one: typeof meter, attachedTo: string) => ({
    meter: one,
    row: {
      meter_serial_number: one.serial,
      attached_to: attachedTo,
      leak_type: kindOf(attachedTo),
      gallons_leaked: meterLeakOn(figures, one, daysAt(property, one, service.unitId, days)) / 1000,
    },
  });
  const unit = property.units.find(({ id }) => id === service.unitId);
  const meters = unit === undefined ? [] : metersOfUnit(property, unit);
  const rows = meters
    .map((one) => leaking(one.meter, one.attachedTo))
    .filter(({ row }) => row.gallons_leaked > 0)
    .toSorted((a, b) => b.row.gallons_leaked - a.row.gallons_leaked || a.meter.id - b.meter.id)
    .map(({ row }) => row);
  if (unit === undefined) return { unit_leak_type: null, unit_gallons_leaked: null, unit_meters: rows };
  const leak = unitLeakIn(figures, property, unit, days);
  const shown = casesOf(figures, property, unit).filter(({ lost }) =>
    eachDay(days).some((day) => (lost.get(day) ?? 0) > 0),
  );
  const kinds = [...new Set(shown.flatMap((one) => one.kinds))];
  return {
    unit_leak_type: kinds.length === 0 ? null : leakTypeOf(kinds),
    unit_gallons_leaked: (leak.toilet + leak.heater + leak.other) / 1000,
    unit_meters: rows,
  };
}
