import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import { serialError } from "../../../app/form/rules.ts";
import { useEntry } from "../../../app/form/use-entry.ts";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import { OneOfMany } from "../../../components/filters/OneOfMany.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { gatewaysQuery } from "../property/view/inventory-queries.ts";
import { StepForm } from "./StepForm.tsx";
import classes from "./start.module.css";

interface Props {
  propertyId: number;
  onMade: (token: string) => void;
  /** Goes on without: readings come from a file. */
  onFile: () => void;
}

/** The gateway in the building that sends the meters' readings, and its token. */
export function TokenStep({ propertyId, onMade, onFile }: Props): ReactNode {
  const gateways = useQuery(gatewaysQuery(propertyId));
  return (
    <>
      <p>
        <Trans>
          A gateway, or any program of yours, sends what the meters say. Its token lets it send readings of this
          property, and nothing else.
        </Trans>
      </p>
      {gateways.isError ? (
        <QueryFailure query={gateways} what={t`The gateways`} inline />
      ) : gateways.data === undefined ? (
        <Skeleton width={280} height={30} />
      ) : gateways.data.results.length === 0 ? (
        <NewGateway propertyId={propertyId} />
      ) : (
        <NewToken
          key={gateways.data.results[0]?.serial_number}
          propertyId={propertyId}
          gateways={gateways.data.results}
          onMade={onMade}
        />
      )}
      <p className={classes.aside}>
        <button type="button" className={classes.action} onClick={onFile}>
          <Trans>No gateway: readings are in a file</Trans>
        </button>
        <Link
          to="/admin/properties/$propertyId"
          params={{ propertyId: String(propertyId) }}
          search={{ tab: "gateways" }}
          className={classes.link}
        >
          <Trans>LoRaWAN, more gateways, revoking</Trans>
        </Link>
      </p>
    </>
  );
}

function NewGateway({ propertyId }: { propertyId: number }): ReactNode {
  const entry = useEntry({
    name: `first gateway of ${propertyId}`,
    initial: { serial_number: "" },
    rules: { serial_number: serialError },
    write: ({ serial_number }) =>
      call("POST /v1/admin/staff/inventory/properties/{property_id}/gateways", {
        params: { property_id: propertyId },
        body: { serial_number: serial_number.trim() },
      }),
    onDone: () => {},
  });
  return (
    <div className={classes.narrow}>
      <StepForm entry={entry} save={t`Add the gateway`}>
        <TextInput
          label={t`Serial number of the gateway`}
          description={t`As on its plate; for a program of yours, any name`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          {...entry.form.getInputProps("serial_number")}
        />
      </StepForm>
    </div>
  );
}

interface NewTokenProps extends Pick<Props, "propertyId" | "onMade"> {
  gateways: readonly { serial_number: string; name: string }[];
}

function NewToken({ propertyId, gateways, onMade }: NewTokenProps): ReactNode {
  const entry = useEntry({
    name: `first token of ${propertyId}`,
    initial: { gateway_serial_number: gateways[0]?.serial_number ?? "" },
    rules: { gateway_serial_number: (serial: string) => (serial === "" ? t`Choose the gateway.` : null) },
    write: (body) => call("POST /v1/admin/properties/{id}/gateway-tokens", { params: { id: propertyId }, body }),
    onDone: ({ token }) => onMade(token),
  });
  return (
    <div className={classes.narrow}>
      <StepForm entry={entry} save={t`Make a token`}>
        <OneOfMany
          label={t`Gateway`}
          options={gateways.map(({ serial_number, name }) => ({
            value: serial_number,
            label: name === "" ? serial_number : `${serial_number}, ${name}`,
          }))}
          none={t`No gateways found`}
          {...entry.form.getInputProps("gateway_serial_number")}
          value={entry.form.values.gateway_serial_number}
        />
      </StepForm>
    </div>
  );
}
