import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListTable } from "../../../../app/report/ListTable.tsx";
import { TableFrame } from "../../../../app/report/TableFrame.tsx";
import { gatewaysQuery, tokensQuery } from "../inventory-queries.ts";
import classes from "../property.module.css";
import type { InventoryView } from "../use-inventory.ts";
import { gatewayColumns } from "./gateway-columns.tsx";
import { tokenColumns } from "./token-columns.tsx";

const plus = <IconPlus size={16} stroke={1.75} aria-hidden="true" />;

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
  const addGateway = (
    <Button variant="default" leftSection={plus} onClick={() => view.open("add-gateway")}>
      Add a gateway
    </Button>
  );
  return (
    <>
      <TableFrame title="Gateways" subtitle="What sends readings: a radio gateway, a data logger, a network server">
        {(heading) => (
          <ListTable
            caption="Gateways"
            columns={gatewayColumns(view, zone)}
            rowKey={(row) => String(row.id)}
            list={gateways}
            state={view.list}
            ordering=""
            what="The gateways"
            layoutName="inventory_gateways"
            empty={{
              sentence: "Add what sends this property's readings; it then gets a token to send with.",
              action: addGateway,
            }}
            onOpenRow={(row) => view.open("gateway", row.serial_number)}
            heading={
              <>
                {heading}
                {hasGateways && addGateway}
              </>
            }
          />
        )}
      </TableFrame>
      {/* Once it is known how far down it begins. */}
      {!gateways.isPending && (
        <TableFrame
          title="Tokens"
          subtitle="Each lets one gateway send; the token itself is shown once, when it is made"
        >
          {(heading) => (
            <ListTable
              caption="Gateway tokens"
              columns={tokenColumns(view, zone)}
              rowKey={(row) => String(row.id)}
              list={tokens}
              state={view.otherList}
              ordering=""
              what="The tokens"
              layoutName="inventory_tokens"
              empty={{
                sentence: hasGateways
                  ? "Without a token no gateway can send. Make one for each."
                  : "A token belongs to a gateway: add the gateway first.",
              }}
              heading={
                <>
                  {heading}
                  {hasGateways && (
                    <span className={classes.tools}>
                      <Button variant="default" leftSection={plus} onClick={() => view.open("add-token")}>
                        Make a token
                      </Button>
                    </span>
                  )}
                </>
              }
            />
          )}
        </TableFrame>
      )}
    </>
  );
}
