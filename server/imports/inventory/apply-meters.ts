import { sql } from "kysely";
import { ALWAYS } from "../../../contract/inventory/places.ts";
import type { Transactional } from "../../database/connect.ts";
import { type Text, text } from "../../problem/text.ts";
import { markTagAsManual } from "../../rule-settings/continuous-use.ts";
import { made } from "./apply-places.ts";
import { assignPoints, type Place } from "./assign-points.ts";
import { changeOf } from "./difference.ts";
import { endService } from "./end-service.ts";
import { hasHistory } from "./has-history.ts";
import {
  firstDayRequired,
  type InServiceSince,
  metersThatNeedFirstDay,
  setInServiceSince,
} from "./in-service-since.ts";
import { insertMeters, type NewMeter } from "./insert-meters.ts";
import type { InventoryRow } from "./inventory-row.ts";
import type { InventoryRun } from "./inventory-run.ts";
import type { KnownMeter, KnownPlaces } from "./known-places.ts";

/** Makes or updates the points and meters of these rows, and puts each meter where the inventory has it. */
export async function applyMeters(
  tx: Transactional,
  propertyId: number,
  rows: InventoryRow[],
  known: KnownPlaces,
  run: InventoryRun,
): Promise<void> {
  const occupants = new Map([...known.meters.values()].map((meter) => [meter.pointId, meter]));
  const fresh: NewMeter[] = [];
  /** Rows of meters that are new at their places. */
  const begun = new Map<string, InventoryRow>();
  const pointsBy = Map.groupBy(known.points, (point) => placeKey(point.buildingId, point.unitId, point.attachedTo));
  const entriesBy = Map.groupBy(
    known.points.filter(({ attachedTo }) => isEntry(attachedTo)),
    (point) => point.unitId,
  );
  const listed = new Set(rows.map((row) => row.serial));
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row.building, row.unit, row.point]));
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const buildingId = known.buildings.get(first.building) ?? 0;
    const unitId = first.unit === null ? null : (known.units.get(`${buildingId} ${first.unit}`)?.id ?? null);
    const points = pointsBy.get(placeKey(buildingId, unitId, first.point)) ?? [];
    const places = assignPoints(
      group,
      points.map(({ id, label }) => ({ pointId: id, label, serial: occupants.get(id)?.serial ?? null })),
    );
    const stays = isEntry(first.point) ? staysBeside(first.point, unitId, places) : undefined;
    if (stays !== undefined) {
      run.reject(
        first,
        "point",
        "too_many_entries",
        text`unit ${first.unit} has its whole supply metered by "${stays}" already. A unit has one SPOE meter, or two DPOE meters. Take that one out first.`,
      );
      continue;
    }
    for (const row of group) {
      const place = places.get(row.serial);
      if (place === undefined) continue;
      if (!("pointId" in place) && !known.meters.has(row.serial)) {
        run.differences.added("point", pointName(row, place.label));
        run.differences.added("meter", `${row.property} / ${row.serial}`, [sendsOf(row)]);
        fresh.push({ row, buildingId, unitId, label: place.label, gatewayId: gatewayOf(row) });
        begun.set(row.serial, row);
        continue;
      }
      const pointId = await pointFor(place, row);
      await settle(row, pointId);
    }

    /** A meter at the unit's entry that stays installed and leaves no room for these; undefined: none does. */
    function staysBeside(point: string, unit: number | null, places: Map<string, Place>): string | undefined {
      const taken = new Set([...places.values()].map((place) => ("pointId" in place ? place.pointId : null)));
      const staying = (entriesBy.get(unit) ?? []).flatMap(({ id, attachedTo }) => {
        const serial = taken.has(id) ? undefined : occupants.get(id)?.serial;
        return serial === undefined || listed.has(serial) ? [] : [{ serial, attachedTo }];
      });
      const isRoom = point === "DPOE" && staying.length + places.size <= 2;
      return staying.find(({ attachedTo }) => attachedTo === "SPOE" || !isRoom)?.serial;
    }

    async function pointFor(place: Place, row: InventoryRow): Promise<number> {
      if ("pointId" in place) {
        run.differences.compared("point", pointName(row, ""), []);
        return place.pointId;
      }
      run.differences.added("point", pointName(row, place.label));
      return made(
        tx,
        sql`insert into meter_points (property_id, building_id, unit_id, attached_to, label)
          values (${propertyId}, ${buildingId}, ${unitId}, ${row.point}, ${place.label}) returning id`,
      );
    }
  }

  await insertMeters(tx, propertyId, fresh);
  await setFirstDays();

  function gatewayOf(row: InventoryRow): number | null {
    return row.gateway === null ? null : (known.gateways.get(row.gateway) ?? null);
  }

  async function settle(row: InventoryRow, pointId: number): Promise<void> {
    const name = `${row.property} / ${row.serial}`;
    const meter = known.meters.get(row.serial);
    const occupant = occupants.get(pointId);
    const replaced = occupant === undefined || occupant.serial === row.serial ? null : occupant;
    if (replaced !== null && replaced.pointId === pointId) {
      // One that the file lists elsewhere is reported there as moved.
      if (!listed.has(replaced.serial)) {
        const details = [text`out of ${placeOf(row)}, replaced by ${row.serial}`];
        run.differences.compared("meter", `${row.property} / ${replaced.serial}`, details);
      }
      await leave(replaced);
    }
    // What a meter without readings leaves behind is no history: its successor has been there all along.
    const swapped = replaced?.hasReadings === true;
    const gatewayId = gatewayOf(row);
    const { registerUnit, registerFactor: factor, registerCount: count, registerWidth: width } = row;
    if (meter === undefined) {
      const id = await made(
        tx,
        sql`insert into meters (property_id, serial_number, gateway_id, register_unit, register_factor, count_gallons,
            register_width, continuous_use_expected)
          values (${propertyId}, ${row.serial}, ${gatewayId}, ${registerUnit}, ${factor}, ${count ?? 0}, ${width},
            ${row.continuousUseExpected ?? false}) returning id`,
      );
      await begin(id, pointId, swapped);
      begun.set(row.serial, row);
      run.differences.added("meter", replaced === null ? name : `${name} (in place of ${replaced.serial})`, [
        sendsOf(row),
      ]);
      return;
    }
    if (registerUnit !== null && registerUnit !== meter.registerUnit && meter.hasReadings) {
      run.reject(
        row,
        "register_unit",
        "register_unit",
        text`meter "${row.serial}" has readings in ${meter.registerUnit ?? text`gallons by the hour`}, so its register_unit cannot become ${registerUnit}. Leave the cell empty.`,
      );
      return;
    }
    const gateways = new Map([...known.gateways].map(([serial, id]) => [id, serial]));
    const details = [
      changeOf("gateway", gateways.get(meter.gatewayId ?? 0) ?? null, row.gateway),
      changeOf("register_unit", meter.registerUnit, registerUnit),
      changeOf("gallons_per_pulse", inGallons(meter.pulse), registerUnit === "pulse" ? inGallons(factor) : null),
      changeOf(text`register_count in thousandths of a gallon`, meter.count, count),
      changeOf("register_width", meter.registerWidth, width),
      changeOf("continuous_use_expected", yesOrNo(meter.continuousUseExpected), yesOrNo(row.continuousUseExpected)),
      meter.pointId === pointId
        ? changeOf("in_service_since", meter.inServiceSince ?? ALWAYS, row.inServiceSince)
        : text`moved to ${placeOf(row)}`,
    ].filter((detail) => detail !== null);
    run.differences.compared("meter", name, details);
    if (details.length === 0) return;
    await sql`
      update meters set gateway_id = coalesce(${gatewayId}, gateway_id),
        register_unit = coalesce(${registerUnit}, register_unit),
        register_factor = coalesce(${factor}, register_factor), count_gallons = coalesce(${count}, count_gallons),
        register_width = coalesce(${width}, register_width),
        continuous_use_expected = coalesce(${row.continuousUseExpected}, continuous_use_expected)
      where property_id = ${propertyId} and id = ${meter.id}`.execute(tx);
    if (row.continuousUseExpected !== null) await markTagAsManual(tx, propertyId, meter.id);
    if (meter.pointId === pointId) return;
    await move(meter, pointId, swapped);
    begun.set(row.serial, row);
  }

  /** A meter that never reported was only listed in the wrong place; one with readings keeps them where it was. */
  async function move(meter: KnownMeter, pointId: number, swapped: boolean): Promise<void> {
    await leave(meter);
    await begin(meter.id, pointId, swapped || meter.hasReadings);
    meter.pointId = pointId;
  }

  async function leave(meter: KnownMeter): Promise<void> {
    // One that left no history would share its days with its successor.
    await sql`
      delete from meter_services using meters m
      where meter_services.property_id = ${propertyId} and meter_services.id = ${meter.serviceId}
        and m.property_id = meter_services.property_id and m.id = meter_services.meter_id and not ${hasHistory}`.execute(
      tx,
    );
    await endService(tx, propertyId, meter.serviceId, run.now);
    meter.serviceId = null;
    meter.pointId = null;
  }

  /** Without a start it begins after any other meter that was installed there and sent readings. */
  async function begin(meterId: number, pointId: number, now: boolean): Promise<void> {
    await sql`
      insert into meter_services (property_id, meter_id, point_id, began_at)
      select ${propertyId}::bigint, ${meterId}::bigint, ${pointId}::bigint, coalesce(
        ${now ? new Date(run.now) : null}::timestamptz,
        (select max(s.ended_at) from meter_services s join meters m on m.property_id = s.property_id and m.id = s.meter_id
          where s.property_id = ${propertyId} and s.point_id = ${pointId} and s.ended_at is not null and ${hasHistory}))
      returning id`.execute(tx);
  }

  /** Sets since when meters are in service, where the file has it; where the past of a unit depends on it, it is required. */
  async function setFirstDays(): Promise<void> {
    const given: InServiceSince[] = [];
    for (const { serial, inServiceSince } of rows) {
      if (inServiceSince === null) continue;
      const since = inServiceSince === ALWAYS ? null : inServiceSince;
      const present = begun.has(serial) ? undefined : known.meters.get(serial)?.inServiceSince;
      if (since !== present) given.push({ serial, since });
    }
    const wrong = await setInServiceSince(tx, propertyId, given, run.now);
    const withoutDay = [...begun].filter(([, { inServiceSince }]) => inServiceSince === null).map(([serial]) => serial);
    for (const serial of await metersThatNeedFirstDay(tx, propertyId, withoutDay, run.now)) {
      wrong.set(serial, firstDayRequired(serial));
    }
    for (const row of rows) {
      const sentence = wrong.get(row.serial);
      if (sentence !== undefined) run.reject(row, "in_service_since", "in_service_since", sentence);
    }
  }
}

const isEntry = (attachedTo: string) => attachedTo === "SPOE" || attachedTo === "DPOE";
const placeKey = (...parts: (number | string | null)[]) => JSON.stringify(parts);
const inGallons = (thousandths: number | null) => (thousandths === null ? null : thousandths / 1000);
const yesOrNo = (yes: boolean | null) => (yes === null ? null : yes ? "yes" : "no");

/** As "Oak / A / 101 / Toilet 2". */
function pointName(row: InventoryRow, label: string): string {
  return `${row.property} / ${placeOf(row)}${label === "" ? "" : ` ${label}`}`;
}

/** As "A / 101 / SPOE", or "A / Irrigation". */
function placeOf(row: InventoryRow): string {
  return [row.building, row.unit, row.point].filter((part) => part !== null).join(" / ");
}

/** A short label of what a new meter sends. */
function sendsOf({ registerUnit }: InventoryRow): Text {
  return registerUnit === null ? text`gallons by the hour` : text`register_unit ${registerUnit}`;
}
