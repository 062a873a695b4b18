import { z } from "zod";
import type { Language } from "../../contract/display/languages.ts";
import { leakPresets } from "../../contract/leaks/leak-presets.ts";
import type { LeakSettingsAnswer, PropertyLeakSettings } from "../../contract/leaks/rule-settings.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { organizationChoice, propertyChoice, settingsWith } from "./read-settings.ts";
import { settingKinds } from "./setting-kinds.ts";

const PropertyRow = z.object({
  property_id: z.int(),
  property_name: z.string(),
  preset: z.enum(leakPresets).nullable(),
});

/** The settings of an organization's leak rules, and which of its properties have their own. */
export async function leakSettingsOfOrganization(
  scope: Scope,
  tx: Transactional,
  organizationId: number,
  language: Language | undefined,
): Promise<LeakSettingsAnswer> {
  const choice = await organizationChoice(tx, organizationId, settingKinds.leak);
  const properties = await queryRows(tx, PropertyRow)`
    select id as property_id, name as property_name, leak_preset as preset from properties
    where organization_id = ${organizationId} and id = any(${scope.propertyIds}::bigint[]) and archived_at is null
    order by lower(name), id`;
  const settings = settingsWith(settingKinds.leak, choice, language);
  return { organization_id: organizationId, preset: choice.preset, properties, settings };
}

/** The settings of a property's leak rules, its own or its organization's. */
export async function leakSettingsOfProperty(
  tx: Transactional,
  propertyId: number,
  language: Language | undefined,
): Promise<PropertyLeakSettings> {
  const { own, organization, organizationId } = await propertyChoice(tx, propertyId);
  return {
    property_id: propertyId,
    organization_id: organizationId,
    preset: own?.preset ?? null,
    organization_preset: organization.preset,
    settings: settingsWith(settingKinds.leak, own ?? organization, language),
  };
}
