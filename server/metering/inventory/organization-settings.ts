import { sql } from "kysely";
import { z } from "zod";
import { leakPresets } from "../../../contract/leaks/leak-presets.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { leakSettingsOf } from "../../leaks/settings/leak-presets.ts";
import { defaultLeakSettings, type LeakSettings } from "../../leaks/settings/leak-settings.ts";
import { defaultMeteringSettings, type MeteringSettings, meteringSettings } from "./settings.ts";

const ScopeSetting = z.object({ ids: z.string().nullable() });

/** The numbers that a property's readings and leaks are judged by. */
export interface OrganizationSettings {
  leaks: LeakSettings;
  metering: MeteringSettings;
}

const Row = z.object({
  organization_id: z.int().nullable(),
  visible: z.boolean(),
  own_preset: z.enum(leakPresets).nullable(),
  own_settings: z.unknown(),
  leak_preset: z.enum(leakPresets).nullable(),
  leak_settings: z.unknown(),
  metering_settings: z.unknown(),
});
type Row = z.output<typeof Row>;

/**
 * The numbers of a property: of its leaks its own, else those of its organization; the defaults for one that belongs to
 * none. A scope that names the property
 * only, as a gateway's, is widened by its organization until the transaction ends: with defaults in place of what the
 * organization chose, the same readings would give other results.
 */
export async function organizationSettings(tx: Transactional, propertyId: number): Promise<OrganizationSettings> {
  let row = await read(tx, propertyId);
  if (row !== undefined && row.organization_id !== null && !row.visible) {
    await show(tx, row.organization_id);
    row = await read(tx, propertyId);
    if (row?.visible !== true) throw new Error(`The organization of property ${propertyId} cannot be read.`);
  }
  if (row === undefined) return { leaks: defaultLeakSettings, metering: defaultMeteringSettings };
  const isOwn = row.own_preset !== null;
  const preset = row.own_preset ?? row.leak_preset ?? "balanced";
  return {
    leaks: leakSettingsOf(preset, isOwn ? row.own_settings : row.leak_settings),
    metering: row.metering_settings === null ? defaultMeteringSettings : meteringSettings.parse(row.metering_settings),
  };
}

async function read(tx: Transactional, propertyId: number): Promise<Row | undefined> {
  return queryRow(tx, Row)`
    select p.organization_id, o.id is not null as visible, p.leak_preset as own_preset, p.leak_settings as own_settings,
      o.leak_preset, o.leak_settings, o.metering_settings
    from properties p left join organizations o on o.id = p.organization_id where p.id = ${propertyId}`;
}

async function show(tx: Transactional, organizationId: number): Promise<void> {
  const setting = await queryRow(tx, ScopeSetting)`
    select current_setting('dripline.organizations', true) as ids`;
  const ids = (setting?.ids ?? "").match(/\d+/g)?.map(Number) ?? [];
  await sql.raw(`set local dripline.organizations = '{${[...ids, organizationId].join(",")}}'`).execute(tx);
}
