import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { GatewayRow } from "../../../../../contract/inventory/gateways.ts";
import type { CallAnswer } from "../../../../app/api.ts";
import { StatusBadge } from "../../../../components/badges/StatusBadge.tsx";
import { formatDuration, formatNumber, NOT_MEASURED } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { copyColumn, numberColumn } from "../../../../components/table/columns.tsx";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { AddButton } from "../../list/AddButton.tsx";
import { editColumn } from "../../list/edit-column.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../property.module.css";
import { inventoryQueries } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";

interface Props {
  view: InventoryView;
  /** The property's own time zone; undefined until it is known. */
  zone: string | undefined;
}

/** The gateways of a property, and the tokens with which they send. */
export default function GatewaysTab({ view, zone }: Props): ReactNode {
  const gateways = useQuery(inventoryQueries(view.propertyId, view.search).gateways);
  const tokens = useQuery(inventoryQueries(view.propertyId, view.search).tokens);
  const hasGateways = gateways.data !== undefined && gateways.data.count > 0;
  const addGateway = <AddButton onClick={() => view.open("add-gateway")}>{t`Add a gateway`}</AddButton>;
  return (
    <>
      <FramedList
        title={t`Gateways`}
        subtitle={t`What sends readings: a radio gateway, a data logger, a network server`}
        columns={gatewayColumns(view, zone)}
        list={gateways}
        state={view.list}
        what={t`The gateways`}
        layoutName="inventory_gateways"
        empty={{
          sentence: t`Add what sends this property's readings; it then gets a token to send with.`,
          action: addGateway,
        }}
        onOpenRow={(row) => view.open("gateway", row.serial_number)}
        tools={hasGateways && addGateway}
      />
      {/* Once it is known how far down it begins. */}
      {!gateways.isPending && (
        <FramedList
          title={t`Tokens`}
          subtitle={t`Each lets one gateway send; the token itself is shown once, when it is made`}
          caption={t`Gateway tokens`}
          columns={tokenColumns(view, zone)}
          list={tokens}
          state={view.otherList}
          what={t`The tokens`}
          layoutName="inventory_tokens"
          empty={{
            sentence: hasGateways
              ? t`Without a token no gateway can send. Make one for each.`
              : t`A token belongs to a gateway: add the gateway first.`,
          }}
          tools={hasGateways && <AddButton onClick={() => view.open("add-token")}>{t`Make a token`}</AddButton>}
        />
      )}
    </>
  );
}

type TokenRow = CallAnswer<"GET /v1/admin/properties/{id}/gateway-tokens">["results"][number];

/** The columns of the tokens of a property's gateways. @param zone the property's; undefined until it is known */
function tokenColumns(view: InventoryView, zone: string | undefined): readonly TableColumn<TokenRow>[] {
  return [
    copyColumn("gateway_serial_number", t`Gateway`, { card: "title", pinned: true }),
    {
      id: "created_at",
      header: t`Made`,
      card: "under",
      cell: (row) => localTimeText(row.created_at, zone),
      text: (row) => row.created_at,
    },
    {
      id: "last_used_at",
      header: t`Last Used`,
      card: "main",
      hint: t`Exact to a minute. A dash: never`,
      cell: (row) => localTimeText(row.last_used_at, zone),
      text: (row) => row.last_used_at ?? "",
    },
    {
      id: "revoked_at",
      header: t`State`,
      card: "main",
      cell: (row) => (row.revoked_at === null ? t`Valid` : t`Revoked ${localTimeText(row.revoked_at, zone)}`),
      text: (row) => (row.revoked_at === null ? t`valid` : t`revoked ${row.revoked_at}`),
    },
    {
      id: "revoke",
      header: t`Revoke`,
      width: 90,
      cell: (row) =>
        row.revoked_at === null ? (
          <RowAction
            name={t`Revoke the token of ${row.gateway_serial_number}`}
            onClick={() => view.open("revoke-token", row.id)}
          >{t`Revoke`}</RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}

/** A time on the property's clock; never: a dash. */
function localTimeText(instant: string | null, zone: string | undefined): string {
  return instant === null || zone === undefined ? NOT_MEASURED : timeAtProperty(instant, zone);
}

/** The columns of a property's gateways. @param zone the property's; undefined until it is known */
function gatewayColumns(view: InventoryView, zone: string | undefined): readonly TableColumn<GatewayRow>[] {
  return [
    copyColumn("serial_number", t`Serial Number`, { card: "title", pinned: true }),
    {
      id: "name",
      header: t`Name`,
      card: "under",
      cell: (row) =>
        row.name || (
          <span className={classes.none}>
            <Trans>No name</Trans>
          </span>
        ),
      text: (row) => row.name,
    },
    {
      id: "status",
      header: t`Status`,
      width: 110,
      card: "main",
      cell: (row) => <StatusBadge status={row.status} />,
      text: (row) => row.status,
    },
    {
      id: "last_seen_at",
      header: t`Last Seen`,
      hint: t`On the property's clock. A dash: never`,
      cell: (row) => localTimeText(row.last_seen_at, zone),
      text: (row) => row.last_seen_at ?? "",
    },
    {
      id: "interval_minutes",
      header: t`Sends Every`,
      width: 110,
      textUnit: "min",
      cell: (row) => formatDuration(row.interval_minutes),
      text: (row) => String(row.interval_minutes),
    },
    numberColumn("meters_count", t`Meters`, { hint: t`In service behind it`, width: 100, card: "detail" }),
    {
      id: "buildings",
      header: t`Buildings`,
      hint: t`Where the meters behind it are`,
      cell: (row) => row.buildings.map(({ name }) => name).join(", ") || NOT_MEASURED,
      text: (row) => row.buildings.map(({ name }) => name).join(", "),
    },
    {
      id: "routers",
      header: t`Routers`,
      align: "right",
      width: 100,
      cell: (row) => formatNumber(row.routers.length),
      text: (row) => String(row.routers.length),
    },
    numberColumn("tokens_count", t`Tokens`, { hint: t`With which it can send now`, width: 100, card: "main" }),
    editColumn(
      (row) => t`Edit gateway ${row.serial_number}`,
      (row) => view.open("gateway", row.serial_number),
    ),
  ];
}
