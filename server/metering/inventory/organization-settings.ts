import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { defaultLeakSettings, type LeakSettings, leakSettings } from "../../leaks/settings/leak-settings.ts";
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
  leak_settings: z.unknown(),
  metering_settings: z.unknown(),
});
type Row = z.output<typeof Row>;

/**
 * The numbers of a property's organization, the defaults for a property without one. A scope that names the property
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
  if (row === undefined || row.organization_id === null) {
    return { leaks: defaultLeakSettings, metering: defaultMeteringSettings };
  }
  return { leaks: leakSettings.parse(row.leak_settings), metering: meteringSettings.parse(row.metering_settings) };
}

async function read(tx: Transactional, propertyId: number): Promise<Row | undefined> {
  return queryRow(tx, Row)`
    select p.organization_id, o.id is not null as visible, o.leak_settings, o.metering_settings
    from properties p left join organizations o on o.id = p.organization_id where p.id = ${propertyId}`;
}

async function show(tx: Transactional, organizationId: number): Promise<void> {
  const setting = await queryRow(tx, ScopeSetting)`
    select current_setting('dripline.organizations', true) as ids`;
  const ids = (setting?.ids ?? "").match(/\d+/g)?.map(Number) ?? [];
  await sql.raw(`set local dripline.organizations = '{${[...ids, organizationId].join(",")}}'`).execute(tx);
}
