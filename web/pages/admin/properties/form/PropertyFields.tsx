import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { type ReactNode, useMemo } from "react";
import entryClasses from "../../../../app/form/entry.module.css";
import { timeZoneChoices } from "../../../../app/form/time-zones.ts";
import type { Entry } from "../../../../app/form/use-entry.ts";
import { fieldNames, type PropertyValues } from "./property-values.ts";

interface Props {
  inputOf: (field: keyof PropertyValues) => ReturnType<Entry<PropertyValues>["form"]["getInputProps"]>;
  /** Why the time zone cannot be chosen; undefined: it can. */
  fixedZone?: string;
}

/** The fields of a property: name, address, contact, time zone. */
export function PropertyFields({ inputOf, fixedZone }: Props): ReactNode {
  const zone = inputOf("time_zone");
  const zones = useMemo(() => timeZoneChoices(zone.value ?? ""), [zone.value]);
  const text = (field: keyof PropertyValues) => ({
    label: fieldNames[field],
    autoComplete: "off",
    ...inputOf(field),
  });
  return (
    <>
      <TextInput {...text("name")} data-autofocus />
      <TextInput {...text("street")} />
      <div className={entryClasses.pair}>
        <TextInput {...text("city")} />
        <div className={entryClasses.pair}>
          <TextInput {...text("state")} />
          <TextInput {...text("zip_code")} />
        </div>
      </div>
      <div className={entryClasses.pair}>
        <TextInput {...text("contact_phone")} type="tel" />
        <TextInput {...text("contact_email")} type="email" />
      </div>
      <Select
        classNames={{ option: entryClasses.option }}
        label={fieldNames.time_zone}
        description={
          zone.error ? undefined : (fixedZone ?? t`Its days begin at midnight there. Fixed from the first reading on.`)
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        placeholder={t`Choose the time zone`}
        data={zones}
        searchable
        limit={100}
        nothingFoundMessage={t`No such time zone`}
        comboboxProps={{ returnFocus: false }}
        size="xs"
        disabled={fixedZone !== undefined}
        {...zone}
        value={zone.value || null}
        onChange={(value) => zone.onChange(value ?? "")}
      />
    </>
  );
}
