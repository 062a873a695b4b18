import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Select, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { PointRow } from "../../../../../contract/inventory/places.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { optionalSerialError, serialError } from "../../../../app/form/rules.ts";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import { rowOrNewDialog } from "../../list/row-dialog.tsx";
import { usePoint } from "../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { useToday } from "../view/use-today.ts";
import { GatewayField } from "./GatewayField.tsx";
import { PointChoice } from "./PointChoice.tsx";
import { pointLocationLabel } from "./point-text.ts";
import { registerBody, registerRules } from "./register-rules.ts";
import { ALWAYS, SinceField, sinceError } from "./SinceField.tsx";
import "@mantine/core/styles/Combobox.layer.css";
import { registerChoices } from "./register-rules.ts";

/** Adds a meter at an empty point: the one that it is about, or one to choose. */
export default rowOrNewDialog<InventoryDialogProps["view"], PointRow>(usePoint, AddMeter);

type Props = InventoryDialogProps & { row?: PointRow };

function AddMeter(props: Props): ReactNode {
  const today = useToday(props.view.propertyId);
  return today === undefined ? null : <Form {...props} today={today} />;
}

function Form({ view, of, row: point, today, opened, onClose, onDone }: Props & { today: string }): ReactNode {
  const entry = useEntry({
    name: `meter new of ${view.propertyId}`,
    initial: {
      point_id: of,
      serial_number: "",
      gateway_serial_number: "",
      register_unit: "",
      gallons_per_pulse: "",
      register_count: "",
      register_width: "",
      continuous_use_expected: false,
      in_service_since: point?.has_readings ? today : ALWAYS,
    },
    rules: {
      point_id: (typed: string) => (typed === "" ? t`Choose the point.` : null),
      serial_number: serialError,
      gateway_serial_number: optionalSerialError,
      in_service_since: sinceError,
      ...registerRules,
    },
    write: (typed) =>
      call("POST /v1/admin/staff/inventory/properties/{property_id}/meters", {
        params: { property_id: view.propertyId },
        body: {
          point_id: Number(typed.point_id),
          serial_number: typed.serial_number,
          gateway_serial_number: typed.gateway_serial_number.trim() || null,
          continuous_use_expected: typed.continuous_use_expected,
          in_service_since: typed.in_service_since,
          ...registerBody(typed),
        },
      }),
    onDone: ({ serial_number, place }) => {
      onDone();
      const where = place === null ? "" : t` is installed at ${pointLocationLabel(place)}`;
      toast({ title: t`Meter added`, message: t`${serial_number}${where}. Its readings are taken from now on.` });
    },
  });
  const { form } = entry;
  const chosen = form.getInputProps("point_id");
  return (
    <EntryDialog opened={opened} onClose={onClose} title={t`Add a meter`} entry={entry} save={t`Add`}>
      {of === "" ? (
        <PointChoice
          view={view}
          input={{
            value: form.values.point_id,
            error: chosen.error,
            onChange: (value, empty) => {
              chosen.onChange(value);
              form.setFieldValue("in_service_since", empty?.has_readings ? today : ALWAYS);
            },
          }}
        />
      ) : (
        <p>
          <Trans>
            At <b>{point === undefined ? t`the point` : pointLocationLabel(point)}</b>
            {chosen.error && <span className={classes.failure}>. {chosen.error}</span>}
          </Trans>
        </p>
      )}
      <div className={classes.pair}>
        <TextInput
          label={t`Serial number`}
          description={form.errors.serial_number ? undefined : t`As the meter sends it, capitals included`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data-autofocus={of === "" ? undefined : true}
          autoComplete="off"
          {...form.getInputProps("serial_number")}
        />
        <GatewayField view={view} input={form.getInputProps("gateway_serial_number")} />
      </div>
      <RegisterInputs unit={form.values.register_unit} inputOf={(name) => form.getInputProps(name)} />
      <SinceField input={form.getInputProps("in_service_since")} />
      <Switch
        label={t`Continuous use expected`}
        description={t`For recirculation, ice machines: the steady flow is then no leak`}
        {...form.getInputProps("continuous_use_expected", { type: "checkbox" })}
      />
    </EntryDialog>
  );
}

type Name = "register_unit" | "gallons_per_pulse" | "register_count" | "register_width";

interface RegisterProps {
  unit: string;
  inputOf: (name: Name) => { error?: ReactNode; value?: string };
}

/** What a meter sends, and of a register how it counts. */
function RegisterInputs({ unit, inputOf }: RegisterProps): ReactNode {
  const number = (name: Name, label: string, help: string) => {
    const input = inputOf(name);
    return (
      <TextInput
        label={label}
        description={input.error ? undefined : help}
        inputWrapperOrder={["label", "input", "description", "error"]}
        inputMode="decimal"
        autoComplete="off"
        {...input}
      />
    );
  };
  return (
    <>
      <div className={classes.pair}>
        <Select
          classNames={{ option: classes.option }}
          label={t`What it sends`}
          data={[...registerChoices]}
          allowDeselect={false}
          comboboxProps={{ returnFocus: false }}
          size="xs"
          {...inputOf("register_unit")}
        />
        {unit === "pulse" && number("gallons_per_pulse", t`Gallons per pulse`, t`As on its plate`)}
      </div>
      {unit !== "" && (
        <div className={classes.pair}>
          {number("register_count", t`Register count`, t`Its smallest step in its unit; optional`)}
          {number("register_width", t`Register width`, t`Where it starts again at 0; optional`)}
        </div>
      )}
    </>
  );
}
