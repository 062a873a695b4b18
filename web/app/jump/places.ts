import { t } from "@lingui/core/macro";
import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { attachedToName } from "../../components/labels.ts";
import { mayAccess } from "../access.ts";
import type { CallAnswer } from "../api.ts";
import { leakTarget } from "../report/leak-target.ts";
import { formatPlace } from "../report/text.ts";
import { useMe } from "../use-me.ts";

type Found = CallAnswer<"GET /v1/search">;

/** Something one can jump to, or have done. */
export interface Place {
  kind: "screen" | "action" | "property" | "unit" | "meter";
  key: string;
  label: string;
  /** Where it is. */
  about?: string;
  to: Pick<LinkProps, "to" | "params" | "search"> | (() => void);
}

/** A property of another organization of the user: the way there makes that one the active one. */
export function placeElsewhere(
  property: Found["properties"][number],
  organization: { id: number; name: string },
): Place {
  return {
    kind: "property",
    key: `property ${property.property_id}`,
    label: property.property_name,
    about: t`Switches to ${organization.name}`,
    to: {
      to: "/properties/$property_id",
      params: { property_id: String(property.property_id) },
      search: { organization_id: [organization.id] },
    },
  };
}

/** What was found as places to go to, and the way there: figures of the last 30 days. */
export function usePlaces(): { placesOf: (found: Found | undefined) => Place[]; go: (place: Place) => void } {
  const navigate = useNavigate();
  const seesHistory = mayAccess(useMe(), "property");
  const period = { period: "last-30-days" } as const;
  return {
    go: ({ to }) => (typeof to === "function" ? to() : void navigate(to)),
    placesOf: (found) => [
      ...(found?.properties ?? []).map(
        ({ property_id, property_name, city, state }): Place => ({
          kind: "property",
          key: `property ${property_id}`,
          label: property_name,
          about: [city, state].filter((part) => part !== "").join(", ") || undefined,
          to: { to: "/properties/$property_id", params: { property_id: String(property_id) } },
        }),
      ),
      ...(found?.units ?? []).map(
        ({ property_id, property_name, building_id, building_name, unit_id, unit_name }): Place => {
          const unit = { building_id: [building_id], unit_id: [unit_id] };
          return {
            kind: "unit",
            key: `unit ${unit_id}`,
            label: t`Unit ${unit_name}`,
            about: `${property_name} | ${building_name}`,
            to: seesHistory
              ? { to: "/history", search: { ...period, property_id: [property_id], ...unit } }
              : {
                  to: "/properties/$property_id",
                  params: { property_id: String(property_id) },
                  search: { ...period, ...unit },
                },
          };
        },
      ),
      ...(found?.meters ?? []).map((meter): Place => {
        const { property_id, meter_serial_number, attached_to } = meter;
        return {
          kind: "meter",
          key: `meter ${property_id} ${meter_serial_number}`,
          label: meter_serial_number,
          about: `${attachedToName(attached_to)}, ${formatPlace(meter)}`,
          to: leakTarget("property", meter, period),
        };
      }),
    ],
  };
}
