import { t } from "@lingui/core/macro";
import type { LinkProps } from "@tanstack/react-router";
import type { AlertRow } from "../../../contract/leaks/alerts.ts";
import { leakTarget } from "../../app/report/leak-target.ts";
import type { Period } from "../../components/period/period.ts";
import { hourAtProperty } from "../property/leak-detail/view/property-time.ts";

/** What of the product somebody may open. */
export interface Opens {
  property: boolean;
  portfolio: boolean;
  admin: boolean;
}

/** Where an alert leads, and what stands on the way there. */
export interface AlertTarget {
  label: string;
  to: Pick<LinkProps, "to" | "params" | "search">;
}

type Alert = Pick<
  AlertRow,
  | "kind"
  | "property_id"
  | "time_zone"
  | "building_id"
  | "unit_id"
  | "meter_serial_number"
  | "device_type"
  | "case_id"
  | "began_at"
  | "closed_at"
>;

/** The case, leak, device or unit that an alert is about, on a screen that the reader may open. */
export function alertTarget(alert: Alert, opens: Opens): AlertTarget {
  const { property_id, meter_serial_number: meter } = alert;
  switch (alert.kind) {
    case "leak opened":
    case "leak grew":
    case "leak ended":
    case "case overdue":
      if (alert.case_id !== null) {
        return {
          label: t`Open the case`,
          to: { to: "/cases/$case_id", params: { case_id: String(alert.case_id) } },
        };
      }
      if (meter === null) return unitTarget(alert, opens);
      return {
        label: t`Leak details`,
        to: leakTarget("property", { meter_serial_number: meter, property_id }, daysOf(alert)),
      };
    case "device down":
    case "low battery":
    case "signal fell":
      return deviceTarget(alert, opens);
    case "quarantine":
      if (!opens.admin) return unitTarget(alert, opens);
      return {
        label: t`Decide`,
        to: {
          to: "/admin/data",
          search: { property_id, tab: "quarantine", search: meter ?? undefined },
        },
      };
    case "price ended":
      if (!opens.portfolio) return unitTarget(alert, opens);
      return {
        label: t`Set the price`,
        to: { to: "/finance", search: { property_id: [property_id], dialog: "custom-cost" } },
      };
    case "no consumption":
    case "vacant but used":
      return unitTarget(alert, opens);
  }
}

/** The days in which a leak is to be seen: the last ones while it runs, its own once it is over. */
function daysOf({ began_at, closed_at, time_zone }: Alert): Period {
  if (closed_at === null) return { period: "last-30-days" };
  const [start_date, end_date] = [began_at, closed_at].map((instant) => hourAtProperty(instant, time_zone).date);
  return { period: "custom-date-range", start_date, end_date };
}

function deviceTarget({ property_id, device_type }: Alert, { property }: Opens): AlertTarget {
  const tab = device_type === "meter" ? "meters" : "gateways-routers";
  return {
    label: t`Device health`,
    to: {
      to: property ? "/gateway-device-health" : "/portfolio-gateway-device-health",
      search: { date: "now", property_id: [property_id], tab, open: [property_id] },
    },
  };
}

function unitTarget({ property_id, building_id, unit_id }: Alert, { property }: Opens): AlertTarget {
  const period = "last-30-days" as const;
  const unit =
    unit_id === null ? {} : { building_id: building_id === null ? undefined : [building_id], unit_id: [unit_id] };
  if (property && unit_id !== null) {
    return { label: t`Unit details`, to: { to: "/history", search: { period, property_id: [property_id], ...unit } } };
  }
  return {
    label: unit_id === null ? t`Property` : t`Unit details`,
    to: { to: "/properties/$property_id", params: { property_id: String(property_id) }, search: { period, ...unit } },
  };
}
