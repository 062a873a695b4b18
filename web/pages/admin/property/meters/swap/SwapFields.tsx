import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import type { MeterRow } from "../../../../../../contract/inventory/places.ts";
import classes from "../../../../../app/form/entry.module.css";
import type { Entry } from "../../../../../app/form/use-entry.ts";
import { clockAtProperty } from "../../../../property/leak-detail/view/property-time.ts";
import type { InventoryView } from "../../view/use-inventory.ts";
import { GatewayField } from "../GatewayField.tsx";
import { readingTypeLabel } from "../point-text.ts";
import { registerChoices } from "../register-rules.ts";
import { AS_OLD, type SwapFields as Fields, newUnit } from "./swap-rules.ts";

interface Props {
  view: InventoryView;
  form: Entry<Fields>["form"];
  /** The meter that leaves. */
  meter: MeterRow;
  zone: string;
}

/** When, the old meter's last register, the new meter and its first. */
export function SwapFields({ view, form, meter, zone }: Props): ReactNode {
  const { values, errors } = form;
  const text = (name: keyof Fields, label: string, help?: string) => (
    <TextInput
      label={label}
      description={errors[name] ? undefined : help}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="off"
      {...form.getInputProps(name)}
    />
  );
  const choice = values.new_register_unit;
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t`When it was swapped`}
          description={errors.swapped_at ? undefined : t`On the property's clock (${zone.replaceAll("_", " ")})`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          type="datetime-local"
          data-autofocus
          max={clockAtProperty(Date.now(), zone)}
          {...form.getInputProps("swapped_at")}
        />
        {meter.register_unit !== null &&
          text("closing_register", t`Closing register of the old meter`, t`As read; leave it empty where nobody did`)}
      </div>
      <div className={classes.pair}>
        {text("new_serial", t`New meter's serial number`, t`One of the inventory without a place, or a new one`)}
        <GatewayField view={view} input={form.getInputProps("new_gateway")} help={t`Empty: the one of the old meter`} />
      </div>
      <div className={classes.pair}>
        <Select
          classNames={{ option: classes.option }}
          label={t`What the new meter sends`}
          description={t`The old one: ${readingTypeLabel(meter.register_unit).toLowerCase()}`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={[
            { value: AS_OLD, label: t`As the old one` },
            ...registerChoices.map(({ value, label }) => ({ value: value === "" ? "hourly" : value, label })),
          ]}
          allowDeselect={false}
          comboboxProps={{ returnFocus: false }}
          size="xs"
          value={choice === "" ? "hourly" : choice}
          error={errors.new_register_unit}
          onChange={(value) =>
            form.setFieldValue("new_register_unit", value === "hourly" || value === null ? "" : value)
          }
        />
        {newUnit(values, meter) !== "" &&
          text("opening_register", t`Opening register of the new meter`, t`As read; leave it empty where nobody did`)}
      </div>
      {choice === "pulse" && text("gallons_per_pulse", t`Gallons per pulse`, t`As on its plate`)}
      {choice !== AS_OLD && choice !== "" && (
        <div className={classes.pair}>
          {text("register_count", t`Register count`, t`Its smallest step in its unit; optional`)}
          {text("register_width", t`Register width`, t`Where it starts again at 0; optional`)}
        </div>
      )}
      {text("reason", t`Reason`, t`Stays on record, such as: battery empty`)}
    </>
  );
}
