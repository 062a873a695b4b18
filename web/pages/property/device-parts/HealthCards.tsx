import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { deviceCardIds } from "../../../../contract/accounts/preferences.ts";
import type { DeviceHealthOverview } from "../../../../contract/inventory/devices.ts";
import { panelOf } from "../../../app/query-state.ts";
import { useFavourite } from "../../../app/report/cards/favourite.ts";
import { HealthBadge } from "../../../components/badges/HealthBadge.tsx";
import { formatNumber } from "../../../components/format.ts";
import type { PanelState } from "../../../components/panel/Panel.tsx";
import { StatCard, type StatCardProps } from "../../../components/panel/StatCard.tsx";
import { asOfText } from "./device-text.ts";
import { healthQueries } from "./gateway-queries.ts";
import { deviceStatuses } from "./gateway-search.ts";
import type { AlertTab, GatewaySearch } from "./gateway-search-fields.ts";
import type { GatewayView } from "./gateway-view.ts";
import classes from "./HealthCards.module.css";
import { countsText, everSeenOf, neverReportedText, reportingText } from "./health-text.ts";

const nothingSeen = { kind: "empty", sentence: t`No device was ever seen` } as const;

interface Card extends StatCardProps {
  id: (typeof deviceCardIds)[number];
}

interface Props {
  view: GatewayView;
  /** Opens a list of devices, of no other statuses and types than these, and goes there. */
  onShow: (tab: AlertTab, devices: Pick<GatewaySearch, "status" | "device_type">) => void;
  /** Goes to the list of properties. */
  onShowProperties: () => void;
}

const lists = {
  gateways: { title: t`Gateways`, none: t`No gateways here`, tab: "gateways-routers", device_type: ["gateway"] },
  routers: { title: t`Routers`, none: t`No routers here`, tab: "gateways-routers", device_type: ["router"] },
  meters: { title: t`Meters`, none: t`No meters here`, tab: "meters", device_type: undefined },
} as const;

/** How many devices report, by type, and how many need a person; the favourite card stands first. */
export function HealthCards({ view, onShow, onShowProperties }: Props): ReactNode {
  const reporting = useQuery(healthQueries(view.search, view.area).reporting);
  const alerts = useQuery(healthQueries(view.search, view.area).alertCounts);
  const favourite = useFavourite("property_overview_tiles");
  const when = asOfText(view.search.date);
  const cards: Card[] = [
    {
      id: "reporting_ratio",
      title: t`Device Reporting Ratio`,
      info: t`Online of all devices that were ever seen. What counts as healthy or a warning is a setting of your own.`,
      state: panelOf(reporting, t`This`),
      ...ratio(reporting.data, when),
      children: (
        <div className={classes.parts}>
          {reporting.data && <HealthBadge health={reporting.data.health} />}
          <Show label={t`Show properties`} onClick={onShowProperties} />
        </div>
      ),
    },
    ...(["gateways", "routers", "meters"] as const).map((type) => ({
      id: type,
      title: lists[type].title,
      ...ofType(reporting.data?.[type], type, panelOf(reporting, t`This`)),
      children: reporting.data && <ShowType type={type} counts={reporting.data[type]} onShow={onShow} />,
    })),
    ...(
      [
        [
          "offline_gateways_routers",
          t`Offline Gateways & Routers`,
          "gateways_routers",
          "gateways-routers",
          t`silent for a day or longer`,
        ],
        [
          "offline_meters",
          t`Offline Meters`,
          "meters",
          "meters",
          t`silent for three days or longer, though their gateway reports`,
        ],
        [
          "no_consumption",
          t`Meters without Water`,
          "no_consumption",
          "no-consumption",
          t`they report, but no water for a week or longer`,
        ],
      ] as const
    ).map(([id, title, field, tab, subtitle]) => ({
      id,
      title,
      value: alerts.data === undefined ? null : formatNumber(alerts.data[field]),
      unit: alerts.data?.[field] === 1 ? t`device` : t`devices`,
      subtitle,
      state:
        reporting.data && neverReportedText(reporting.data.devices) !== null ? nothingSeen : panelOf(alerts, t`This`),
      children: (
        <Show
          label={t`Show list`}
          of={title}
          onClick={() => onShow(tab, { status: undefined, device_type: undefined })}
        />
      ),
    })),
  ];
  const sorted = cards.toSorted((one, other) => Number(favourite(other.id).on) - Number(favourite(one.id).on));
  return (
    <div className={classes.cards}>
      {sorted.map(({ id, ...card }) => (
        <StatCard
          key={id}
          {...card}
          favourite={favourite(id)}
          refreshing={reporting.isPlaceholderData || alerts.isPlaceholderData}
        />
      ))}
    </div>
  );
}

function ratio(overview: DeviceHealthOverview | undefined, when: string): Pick<Card, "value" | "subtitle" | "unit"> {
  if (overview === undefined) return { value: null };
  const { device_reporting_ratio, devices } = overview;
  return {
    value: device_reporting_ratio === null ? null : formatNumber(device_reporting_ratio, 1),
    unit: "%",
    subtitle: reportingText(devices, when),
  };
}

function ofType(
  counts: DeviceHealthOverview["devices"] | undefined,
  type: keyof typeof lists,
  state: PanelState,
): Pick<Card, "value" | "unit" | "subtitle" | "state"> {
  if (counts === undefined) return { value: null, state };
  const everSeen = everSeenOf(counts);
  if (everSeen + counts.unknown === 0) return { value: null, state: { kind: "empty", sentence: lists[type].none } };
  return {
    value: formatNumber(counts.online),
    unit: t`of ${formatNumber(everSeen)} online`,
    subtitle: countsText(counts),
    state,
  };
}

/** The way to the devices of one type that are not online; to those online where all are. */
function ShowType({
  type,
  counts,
  onShow,
}: {
  type: keyof typeof lists;
  counts: DeviceHealthOverview["devices"];
  onShow: Props["onShow"];
}): ReactNode {
  const { title, tab, device_type } = lists[type];
  const late = counts.delayed + counts.offline + counts.unknown;
  const types = device_type && [...device_type];
  if (late === 0 && counts.online === 0) return null;
  if (late === 0)
    return (
      <Show label={t`Show list`} of={title} onClick={() => onShow(tab, { status: ["online"], device_type: types })} />
    );
  const status = deviceStatuses.filter((one) => one !== "online" && counts[one] > 0);
  return (
    <Show
      label={t`Show the ${formatNumber(late)} not online`}
      of={title}
      onClick={() => onShow(tab, { status, device_type: types })}
    />
  );
}

function Show({ label, of, onClick }: { label: string; of?: string; onClick: () => void }): ReactNode {
  return (
    <UnstyledButton className={classes.show} onClick={onClick} aria-label={of && `${label}: ${of}`}>
      {label}
    </UnstyledButton>
  );
}
