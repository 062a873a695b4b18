import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { both } from "../../../app/query-state.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import headline from "../../../app/report/headline/headline.module.css";
import { deviceKey } from "../device-parts/device-target.ts";
import { asOfText } from "../device-parts/device-text.ts";
import { healthQueries, longestSilentQuery } from "../device-parts/gateway-queries.ts";
import type { AlertTab } from "../device-parts/gateway-search-fields.ts";
import type { GatewayView } from "../device-parts/gateway-view.ts";
import { neverReportedText } from "../device-parts/health-text.ts";
import classes from "./NeedsPerson.module.css";
import {
  metersWithoutDataText,
  namedStations,
  needsHeadline,
  noConsumptionText,
  stationText,
  unreadMetersText,
} from "./needs.ts";

interface Props {
  view: GatewayView;
  /** Opens a list of critical alerts and goes there. */
  onShow: (tab: AlertTab) => void;
  /** Shows one property's devices. */
  onShowProperty: (id: number) => void;
}

/** Which devices need a person, and what is not measured because of them: the first thing on the screen. */
export function NeedsPerson({ view, onShow, onShowProperty }: Props): ReactNode {
  const counts = useQuery(healthQueries(view.search, view.area).alertCounts);
  const reporting = useQuery(healthQueries(view.search, view.area).reporting);
  const stations = useQuery(longestSilentQuery(view.search));
  return (
    <div className={classes.needs}>
      <QueryPanel
        query={both(both(counts, reporting), stations)}
        what={t`What needs a person`}
        empty={([[, { devices }]]) => neverReportedText(devices)}
        title={t`Needs a person`}
        subtitle={asOfText(view.search.date)}
        info={t`Silent gateways and routers, silent meters whose gateway reports, and meters that report but see no water. A silent gateway counts once, not once for each of its meters.`}
        skeleton={<Bones widths={["40%", "60%", "75%"]} />}
      >
        {([[needs, devices], silent]) => (
          <div className={classes.split}>
            <div>
              <p className={headline.figure}>{needsHeadline(needs)}</p>
              <p className={headline.sentence}>{unreadMetersText(devices, silent)}</p>
            </div>
            <Things
              stations={namedStations(silent)}
              meters={metersWithoutDataText(needs.meters)}
              dry={noConsumptionText(needs.no_consumption)}
              onShow={onShow}
              onShowProperty={onShowProperty}
            />
          </div>
        )}
      </QueryPanel>
    </div>
  );
}

interface ThingsProps extends Pick<Props, "onShow" | "onShowProperty"> {
  stations: ReturnType<typeof namedStations>;
  meters: string | null;
  dry: string | null;
}

function Things({ stations: { named, more }, meters, dry, onShow, onShowProperty }: ThingsProps): ReactNode {
  if (named.length === 0 && meters === null && dry === null) return null;
  return (
    <ul className={classes.things}>
      {named.map((row) => (
        <li key={deviceKey(row)}>
          <button type="button" className={classes.thing} onClick={() => onShowProperty(row.property_id)}>
            <span>{stationText(row)}</span>
            <span className={classes.where}>{row.property_name}</span>
          </button>
        </li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className={classes.thing} onClick={() => onShow("gateways-routers")}>
            <span>{t`${plural(more, { one: "# more gateway or router", other: "# more gateways and routers" })} silent.`}</span>
          </button>
        </li>
      )}
      {meters !== null && (
        <li>
          <button type="button" className={classes.thing} onClick={() => onShow("meters")}>
            <span>{meters}</span>
          </button>
        </li>
      )}
      {dry !== null && (
        <li>
          <button type="button" className={classes.thing} onClick={() => onShow("no-consumption")}>
            <span>{dry}</span>
          </button>
        </li>
      )}
    </ul>
  );
}
