import { type LinkProps, useNavigate } from "@tanstack/react-router";
import type { Me } from "../../../contract/session.ts";
import { mayAccess } from "../access.ts";
import type { CallAnswer } from "../api.ts";
import { leakTarget } from "../report/leak-target.ts";
import { placeWords } from "../report/place-words.ts";
import { sectionsOf } from "../shell/sections.ts";
import { useMe } from "../shell/use-me.ts";

type Found = CallAnswer<"GET /v1/search">;

/** Something one can jump to. */
export interface Place {
  kind: "screen" | "property" | "unit" | "meter";
  key: string;
  label: string;
  /** Where it is. */
  about?: string;
  to: Pick<LinkProps, "to" | "params" | "search">;
}

/** The screens that the user may open and whose name holds the text; all of them without one. */
export function screensNamed(me: Me, text: string): Place[] {
  const wanted = text.trim().toLowerCase();
  const screens = [
    ...sectionsOf(me).flatMap(({ name, items }) => items.map(({ label, to }) => ({ label, about: name, to }))),
    ...(mayAccess(me, "property") || mayAccess(me, "portfolio")
      ? ([{ label: "Alerts", about: "", to: "/alerts" }] as const)
      : []),
    { label: "Profile", about: "", to: "/profile" } as const,
  ];
  return screens
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ label, about, to }) => ({ kind: "screen", key: to, label, about: about || undefined, to: { to } }));
}

/** What was found as places to go to, and the way there: figures of the last 30 days. */
export function usePlaces(): { placesOf: (found: Found | undefined) => Place[]; go: (place: Place) => void } {
  const navigate = useNavigate();
  const seesHistory = mayAccess(useMe(), "property");
  const period = { period: "last-30-days" } as const;
  return {
    go: ({ to }) => void navigate(to),
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
            label: `Unit ${unit_name}`,
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
          about: `${attached_to}, ${placeWords(meter)}`,
          to: leakTarget("property", meter, period),
        };
      }),
    ],
  };
}
