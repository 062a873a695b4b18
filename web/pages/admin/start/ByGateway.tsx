import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { CopyBlock } from "../property/gateways/CopyBlock.tsx";
import { curlExample } from "../property/gateways/curl-example.ts";
import { TokenMade } from "../property/gateways/TokenMade.tsx";
import { metersQuery } from "../property/view/inventory-queries.ts";
import classes from "./start.module.css";

interface Props {
  setup: PropertySetup;
  /** The token just made; undefined: it is not known any more. */
  token: string | undefined;
  /** Goes back to make one. */
  onToken: () => void;
}

/** A first reading with the token, and what to do where it does not arrive. */
export function ByGateway({ setup, token, onToken }: Props): ReactNode {
  return (
    <section className={classes.way} aria-labelledby="by-gateway">
      <h3 id="by-gateway">By a gateway</h3>
      {token !== undefined ? (
        <TokenMade propertyId={setup.property.id} token={token} />
      ) : (
        <KnownToken setup={setup} onToken={onToken} />
      )}
      {setup.gateway_tokens_count > 0 && <Troubles setup={setup} onToken={onToken} />}
    </section>
  );
}

function KnownToken({ setup, onToken }: Pick<Props, "setup" | "onToken">): ReactNode {
  const meters = useQuery(metersQuery(setup.property.id, {}));
  const [now] = useState(() => Date.now());
  if (setup.gateway_tokens_count === 0) {
    return (
      <p>
        It needs a token first.{" "}
        <Button variant="default" onClick={onToken}>
          Make a token
        </Button>
      </p>
    );
  }
  const meter = meters.data?.results.find(({ place }) => place !== null);
  return (
    <>
      <p>
        The token was shown once, when it was made. Put it in place of <code>$TOKEN</code>; where it is lost, make
        another.
      </p>
      <CopyBlock text={curlExample({ origin: window.location.origin, token: "$TOKEN", meter, now })} label="command" />
      <div>
        <button type="button" className={classes.action} onClick={onToken}>
          Make another token
        </button>
      </div>
    </>
  );
}

function Troubles({ setup, onToken }: Pick<Props, "setup" | "onToken">): ReactNode {
  return (
    <details className={classes.details}>
      <summary>It does not arrive?</summary>
      <ul>
        <li>
          <b>401:</b> the token is missing, mistyped or revoked. It stands after <code>Authorization: Bearer</code>,
          begins with <code>dlg_</code> and belongs to this property only.{" "}
          <button type="button" className={classes.action} onClick={onToken}>
            Make another token
          </button>
        </li>
        <li>
          <b>
            <code>"rejected":1</code>:
          </b>{" "}
          the answer says why, row by row. Mostly a serial number that is not in the inventory, letter by letter.
          Nothing is lost:{" "}
          <Link to="/admin/data" search={{ property_id: setup.property.id, tab: "rejected" }} className={classes.link}>
            rejected rows
          </Link>{" "}
          can be corrected.
        </li>
        <li>
          <b>An hour in the future:</b> the clock or its zone is wrong. An hour has its offset, as{" "}
          <code>14:00:00Z</code> or <code>09:00:00-05:00</code>.
        </li>
        <li>
          <b>No answer at all:</b> {window.location.origin} must be reachable from where the gateway is.
        </li>
      </ul>
    </details>
  );
}
