import { t } from "@lingui/core/macro";
import { IconBattery1, IconCloudOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { formatCount } from "../../../components/format.ts";
import classes from "./home.module.css";
import { homeQueries } from "./home-queries.ts";

/** How many devices have no data now, or soon will not for their batteries, each with the way to them. */
export function SilentDevices({ search }: { search: ReportSearch }): ReactNode {
  const queries = homeQueries(search);
  const silent = useQuery(queries.silentDevices);
  const { data: low } = useQuery(queries.lowBatteries);
  if (silent.isError) return <QueryFailure query={silent} what={t`Silent devices`} inline />;
  const { organization_id, property_id, building_id } = search;
  const places = { organization_id, property_id, building_id };
  const counts = silent.data ?? { gateways_routers: null, meters: null, no_consumption: null };
  const links = [
    {
      tab: "gateways-routers",
      count: counts.gateways_routers,
      one: t`gateway or router silent`,
      many: t`gateways or routers silent`,
    },
    { tab: "meters", count: counts.meters, one: t`meter silent`, many: t`meters silent` },
    { tab: "no-consumption", count: counts.no_consumption, one: t`meter without water`, many: t`meters without water` },
  ] as const;
  return (
    <ul className={classes.silent} aria-busy={silent.isPending || silent.isPlaceholderData}>
      {links.map(({ tab, count, one, many }) => (
        <li key={one}>
          <Link to="/gateway-device-health" search={{ ...places, tab }} data-some={(count ?? 0) > 0 || undefined}>
            {(count ?? 0) > 0 && <IconCloudOff size={14} aria-hidden="true" />}
            {count === null ? `… ${many}` : formatCount(count, one, many)}
          </Link>
        </li>
      ))}
      {low !== undefined && building_id === undefined && (
        <li>
          <Link to="/alerts" search={{ property_id, about: "upkeep" }} data-some={low.count > 0 || undefined}>
            {low.count > 0 && <IconBattery1 size={14} aria-hidden="true" />}
            {formatCount(low.count, t`low battery`, t`low batteries`)}
          </Link>
        </li>
      )}
    </ul>
  );
}
