import { t } from "@lingui/core/macro";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { mayAccess } from "../../../../app/access.ts";
import { useMe } from "../../../../app/use-me.ts";
import { attachedToName } from "../../../../components/labels.ts";
import { pointLocationLabel } from "../../property/meters/point-text.ts";
import { meterInServiceQuery, meterSearchQuery } from "../view/data-queries.ts";

/** Long enough not to ask for each letter. */
const TYPING_MS = 200;
const MOST_SERIAL = 100;

/** A meter to choose. */
export interface OfferedMeter {
  serial_number: string;
  /** Where it is installed. */
  place: string;
  /** undefined: the user has no access to the inventory. */
  has_register: boolean | undefined;
}

/** The meters of a property whose serial numbers have what is typed in them, as far as the user may see them. */
export function useMeters(propertyId: number, typed: string): readonly OfferedMeter[] {
  const me = useMe();
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const seesInventory = mayAccess(me, "ion-admin");
  const seesReports = mayAccess(me, "property") || mayAccess(me, "portfolio");
  const isLikely = search.length <= MOST_SERIAL;
  const inventory = useQuery({ ...meterSearchQuery(propertyId, search), enabled: seesInventory && isLikely });
  const reports = useQuery({
    ...meterInServiceQuery(search),
    enabled: !seesInventory && seesReports && isLikely && search !== "",
  });
  if (seesInventory) {
    return (inventory.data?.results ?? []).map(({ serial_number, place, register_unit }) => ({
      serial_number,
      place: place === null ? t`In no place` : pointLocationLabel(place),
      has_register: register_unit !== null,
    }));
  }
  return (reports.data?.meters ?? [])
    .filter(({ property_id }) => property_id === propertyId)
    .map(({ meter_serial_number, building_name, unit_name, attached_to }) => ({
      serial_number: meter_serial_number,
      place: [building_name, ...(unit_name === null ? [] : [t`unit ${unit_name}`]), attachedToName(attached_to)].join(
        ", ",
      ),
      has_register: undefined,
    }));
}
