import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type CallInput, call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { read } from "../../../../app/query.ts";
import { toast } from "../../../../app/toast.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import type { InventoryDialogProps } from "../view/use-inventory.ts";

const path = "/v1/properties/{property_id}/gateways/{gateway}/uplink-mapping" as const;

/** How payloads that a LoRaWAN network server posts with a gateway's token become readings. */
export default function UplinkMapping(props: InventoryDialogProps): ReactNode {
  const { view, of, opened, onClose } = props;
  const stored = useQuery({
    ...read(`GET ${path}`, { params: { property_id: view.propertyId, gateway: of } }),
    enabled: of !== "",
    staleTime: 0,
  });
  if (stored.data !== undefined) {
    const mapping = stored.data.uplink_mapping;
    const text = mapping === null ? "" : JSON.stringify(mapping, null, 2);
    return <Form {...props} stored={text} wholeHours={mapping !== null && lacksMinutes(mapping)} />;
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t`LoRaWAN payloads of ${of}`}>
      {stored.isError ? (
        <QueryFailure query={stored} what={t`The mapping`} />
      ) : (
        <p>
          <Trans>Loading...</Trans>
        </p>
      )}
    </Dialog>
  );
}

interface FormProps extends InventoryDialogProps {
  stored: string;
  wholeHours: boolean;
}

function Form({ view, of, stored, wholeHours, opened, onClose, onDone }: FormProps): ReactNode {
  const entry = useEntry({
    name: `uplink mapping of ${of} at ${view.propertyId}`,
    initial: { uplink_mapping: stored },
    rules: { uplink_mapping: mappingError },
    write: ({ uplink_mapping }) =>
      call(`PUT ${path}`, {
        params: { property_id: view.propertyId, gateway: of },
        body: { uplink_mapping: mappingOf(uplink_mapping) },
      }),
    onDone: ({ uplink_mapping }) => {
      onDone();
      toast({
        title: t`Mapping saved`,
        message:
          uplink_mapping === null
            ? t`${of} is no longer a network server.`
            : t`What is posted with a token of ${of} is read this way from now on.`,
      });
    },
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`LoRaWAN payloads of ${of}`}
      size="large"
      entry={entry}
      save={t`Save`}
    >
      <p className={classes.soft}>
        <Trans>
          For a network server (ChirpStack, The Things Stack) that posts decoded payloads with a token of this gateway:
          where in them the readings stand. Empty: it is no network server. Start from one of these:
        </Trans>
      </p>
      <div className={classes.aside}>
        {mappingExamples.map(({ name, mapping }) => (
          <Button
            key={name}
            variant="default"
            onClick={() => form.setFieldValue("uplink_mapping", JSON.stringify(mapping, null, 2))}
          >
            {name}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => form.reset()}>
          <Trans>As it was</Trans>
        </Button>
      </div>
      {wholeHours && (
        <p>
          <Trans>
            This mapping has no <code>minutes</code>, so its gallons count as those of a whole hour, one volume an hour.
            If the device sends more often, add for example <code>"minutes": 15</code>.
          </Trans>
        </p>
      )}
      <Textarea
        label={t`Mapping (JSON)`}
        rows={14}
        spellCheck={false}
        classNames={{ input: classes.mono }}
        {...form.getInputProps("uplink_mapping")}
      />
    </EntryDialog>
  );
}

type Mapping =
  CallInput<"PUT /v1/properties/{property_id}/gateways/{gateway}/uplink-mapping">["body"]["uplink_mapping"];

/** Mappings to begin with, each of a common kind of device. */
const mappingExamples = [
  { name: t`Gallons of an hour`, mapping: { gallons: { field: "gallons" }, minutes: 60 } },
  { name: t`Gallons of 15 minutes`, mapping: { gallons: { field: "gallons" }, minutes: 15 } },
  { name: t`A register`, mapping: { register: { field: "register" } } },
  {
    name: t`Several hours in a list`,
    mapping: { list: { field: "hours", newest_first: true }, gallons: { field: "value" }, minutes: 60 },
  },
] as const;

/** Whether its gallons count as those of a whole hour because it was saved before minutes were required. */
function lacksMinutes({ gallons, minutes, hours }: Exclude<Mapping, null>): boolean {
  return gallons !== undefined && minutes === undefined && hours === undefined;
}

/** What is wrong with a mapping as typed, as far as it is no JSON object; the server looks at what is in it. Null: nothing. */
function mappingError(typed: string): string | null {
  if (typed.trim() === "") return null;
  try {
    return isRecord(JSON.parse(typed)) ? null : t`Write an object: { … }.`;
  } catch {
    return t`This is no JSON. Look for a missing quotation mark, comma or bracket.`;
  }
}

/** The mapping as the call takes it; null: the gateway is no network server. */
function mappingOf(typed: string): Mapping {
  if (typed.trim() === "") return null;
  const parsed: unknown = JSON.parse(typed);
  if (!isMapping(parsed)) throw new Error("A mapping is an object.");
  return parsed;
}

/** The server holds it to its schema, field by field; here it only must be an object. */
function isMapping(value: unknown): value is Exclude<Mapping, null> {
  return isRecord(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
