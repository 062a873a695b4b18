import type { CallAnswer } from "../../../../app/api.ts";
import type { InventorySearch } from "./inventory-search.ts";

type Choices = CallAnswer<"GET /v1/reporting/leak-report/leak-overview/filters">;

/**
 * The default building and unit of a form: those that the list is filtered by, or the only building; "" if there is
 * none. Recomputed on every render, because the options may load after the form.
 */
export function usualPlace(choices: Choices | undefined, { building_id = [], unit_id = [] }: InventorySearch) {
  const { buildings = [], units = [] } = choices ?? {};
  const unit = unit_id.length === 1 ? units.find(({ id }) => id === unit_id[0]) : undefined;
  const [listed] = building_id.length === 1 ? building_id : [];
  const [only] = buildings.length === 1 ? buildings : [];
  const building = unit?.building_id ?? listed ?? only?.id;
  return {
    building_id: building === undefined ? "" : String(building),
    unit_id: unit === undefined ? "" : String(unit.id),
  };
}
