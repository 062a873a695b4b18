import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { defaultLeakSettings, type LeakSettings, leakSettings } from "../leaks/settings.ts";
import { defaultMeteringSettings, type MeteringSettings, meteringSettings } from "./settings.ts";

/** The numbers that a property's readings and leaks are judged by. */
export interface OrganizationSettings {
  leaks: LeakSettings;
  metering: MeteringSettings;
}

interface Row {
  organization_id: number | null;
  visible: boolean;
  leak_settings: unknown;
  metering_settings: unknown;
}

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
  const found = await sql<Row>`
    select p.organization_id, o.id is not null as visible, o.leak_settings, o.metering_settings
    from properties p left join organizations o on o.id = p.organization_id where p.id = ${propertyId}`.execute(tx);
  return found.rows[0];
}

async function show(tx: Transactional, organizationId: number): Promise<void> {
  const setting = await sql<{ ids: string | null }>`
    select current_setting('dripline.organizations', true) as ids`.execute(tx);
  const ids = (setting.rows[0]?.ids ?? "").match(/\d+/g)?.map(Number) ?? [];
  await sql.raw(`set local dripline.organizations = '{${[...ids, organizationId].join(",")}}'`).execute(tx);
}
