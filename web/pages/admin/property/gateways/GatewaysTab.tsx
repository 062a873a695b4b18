import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AddButton } from "../../list/AddButton.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { gatewaysQuery, tokensQuery } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";
import { gatewayColumns } from "./gateway-columns.tsx";
import { tokenColumns } from "./token-columns.tsx";

interface Props {
  view: InventoryView;
  /** The property's own time zone; undefined until it is known. */
  zone: string | undefined;
}

/** The gateways of a property, and the tokens with which they send. */
export default function GatewaysTab({ view, zone }: Props): ReactNode {
  const { page, pageSize } = view.list;
  const gateways = useQuery(gatewaysQuery(view.propertyId, page + 1, pageSize));
  const tokens = useQuery(tokensQuery(view.propertyId, view.search));
  const hasGateways = gateways.data !== undefined && gateways.data.count > 0;
  const addGateway = <AddButton onClick={() => view.open("add-gateway")}>Add a gateway</AddButton>;
  return (
    <>
      <FramedList
        title="Gateways"
        subtitle="What sends readings: a radio gateway, a data logger, a network server"
        columns={gatewayColumns(view, zone)}
        list={gateways}
        state={view.list}
        what="The gateways"
        layoutName="inventory_gateways"
        empty={{
          sentence: "Add what sends this property's readings; it then gets a token to send with.",
          action: addGateway,
        }}
        onOpenRow={(row) => view.open("gateway", row.serial_number)}
        tools={hasGateways && addGateway}
      />
      {/* Once it is known how far down it begins. */}
      {!gateways.isPending && (
        <FramedList
          title="Tokens"
          subtitle="Each lets one gateway send; the token itself is shown once, when it is made"
          caption="Gateway tokens"
          columns={tokenColumns(view, zone)}
          list={tokens}
          state={view.otherList}
          what="The tokens"
          layoutName="inventory_tokens"
          empty={{
            sentence: hasGateways
              ? "Without a token no gateway can send. Make one for each."
              : "A token belongs to a gateway: add the gateway first.",
          }}
          tools={hasGateways && <AddButton onClick={() => view.open("add-token")}>Make a token</AddButton>}
        />
      )}
    </>
  );
}
