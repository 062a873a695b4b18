import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import type { PropertySetup } from "../../../../contract/inventory/property-setup.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import type { Upload } from "../data/imports/use-upload.ts";
import { FirstReading } from "../property/gateways/FirstReading.tsx";
import { TokenMade } from "../property/gateways/TokenMade.tsx";
import { metersQuery } from "../property/view/inventory-queries.ts";
import { Received } from "./Received.tsx";
import classes from "./start.module.css";

const UploadPanel = lazy(() =>
  import("../data/imports/UploadPanel.tsx").then(({ UploadPanel: part }) => ({ default: part })),
);

interface Props {
  setup: PropertySetup;
  /** The token just made; undefined: it is not known any more. */
  token: string | undefined;
  /** A file on its way in. */
  upload: Upload;
  /** Goes back to make a token. */
  onToken: () => void;
}

/** The first reading: sent with the token, or out of a file. It is seen as soon as it is there. */
export function ReadingStep({ setup, token, upload, onToken }: Props): ReactNode {
  const isWaiting = setup.meters_with_readings === 0;
  const gateway = <ByGateway setup={setup} token={token} onToken={onToken} />;
  // Who made no token mostly has a file.
  const isFileFirst = setup.gateway_tokens_count === 0;
  return (
    <>
      {isWaiting && (
        <p className={classes.waiting} role="status">
          <Trans>
            <span className={classes.pulse} aria-hidden="true" />
            Waiting for the first reading. It shows here within seconds.
          </Trans>
        </p>
      )}
      <Received setup={setup} />
      <div className={classes.ways}>
        {!isFileFirst && gateway}
        <ByFile key="file" setup={setup} upload={upload} />
        {isFileFirst && gateway}
      </div>
    </>
  );
}

function ByFile({ setup: { property }, upload }: Pick<Props, "setup" | "upload">): ReactNode {
  const navigate = useNavigate();
  return (
    <Suspense fallback={<Skeleton height={260} />}>
      <UploadPanel
        view={{
          zone: property.time_zone,
          setTab: (tab, filters) =>
            void navigate({
              to: "/admin/data",
              search: { property_id: property.id, tab: tab === "imports" ? undefined : tab, ...filters },
            }),
        }}
        upload={upload}
      />
    </Suspense>
  );
}

interface ByGatewayProps {
  setup: PropertySetup;
  /** The token just made; undefined: it is not known any more. */
  token: string | undefined;
  /** Goes back to make one. */
  onToken: () => void;
}

/** A first reading with the token, and what to do where it does not arrive. */
function ByGateway({ setup, token, onToken }: ByGatewayProps): ReactNode {
  return (
    <section className={classes.way} aria-labelledby="by-gateway">
      <h3 id="by-gateway">
        <Trans>By a gateway</Trans>
      </h3>
      {token !== undefined ? (
        <TokenMade propertyId={setup.property.id} token={token} />
      ) : (
        <KnownToken setup={setup} onToken={onToken} />
      )}
      {setup.gateway_tokens_count > 0 && <Troubles setup={setup} onToken={onToken} />}
    </section>
  );
}

function KnownToken({ setup, onToken }: Pick<ByGatewayProps, "setup" | "onToken">): ReactNode {
  const meters = useQuery(metersQuery(setup.property.id, {}));
  if (setup.gateway_tokens_count === 0) {
    return (
      <p>
        <Trans>
          It needs a token first.{" "}
          <Button variant="default" onClick={onToken}>
            Make a token
          </Button>
        </Trans>
      </p>
    );
  }
  const meter = meters.data?.results.find(({ place }) => place !== null);
  return (
    <>
      <p>
        <Trans>
          The token was shown once, when it was made. Put it in place of <code>$TOKEN</code>; where it is lost, make
          another.
        </Trans>
      </p>
      <FirstReading token="$TOKEN" meter={meter} />
      <div>
        <button type="button" className={classes.action} onClick={onToken}>
          <Trans>Make another token</Trans>
        </button>
      </div>
    </>
  );
}

function Troubles({ setup, onToken }: Pick<ByGatewayProps, "setup" | "onToken">): ReactNode {
  return (
    <details className={classes.details}>
      <summary>
        <Trans>It does not arrive?</Trans>
      </summary>
      <ul>
        <li>
          <Trans>
            <b>401:</b> the token is missing, mistyped or revoked. It stands after <code>Authorization: Bearer</code>,
            begins with <code>dlg_</code> and belongs to this property only.{" "}
            <button type="button" className={classes.action} onClick={onToken}>
              Make another token
            </button>
          </Trans>
        </li>
        <li>
          <Trans>
            <b>
              <code>"rejected":1</code>:
            </b>{" "}
            the answer says why, row by row. Mostly a serial number that is not in the inventory, letter by letter.
            Nothing is lost:{" "}
            <Link
              to="/admin/data"
              search={{ property_id: setup.property.id, tab: "rejected" }}
              className={classes.link}
            >
              rejected rows
            </Link>{" "}
            can be corrected.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>An hour in the future:</b> the clock or its zone is wrong. An hour has its offset, as{" "}
            <code>14:00:00Z</code> or <code>09:00:00-05:00</code>.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>No answer at all:</b> {window.location.origin} must be reachable from where the gateway is.
          </Trans>
        </li>
      </ul>
    </details>
  );
}
