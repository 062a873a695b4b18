import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import entryClasses from "../../../../app/form/entry.module.css";
import { languageChoices } from "../../../cases/report/vendor-rules.ts";
import settingsClasses from "../settings.module.css";
import type { VendorForm } from "./route-form.ts";

interface Props {
  vendor: VendorForm;
  errors: Readonly<Partial<Record<keyof VendorForm, string>>>;
  onChange(changed: Partial<VendorForm>): void;
}

/** The vendor to whom a step assigns a leak. */
export function VendorFields({ vendor, errors, onChange }: Props): ReactNode {
  const text = (field: keyof VendorForm, label: string, more: object) => (
    <TextInput
      label={label}
      autoComplete="off"
      value={vendor[field]}
      onChange={({ currentTarget: { value } }) => onChange({ [field]: value })}
      error={errors[field]}
      {...more}
    />
  );
  return (
    <>
      {text("name", t`Name of the vendor`, { maxLength: 100 })}
      {text("email", t`E-mail address`, { type: "email", maxLength: 254 })}
      <div className={entryClasses.pair}>
        <Select
          classNames={{ option: entryClasses.option }}
          label={t`Language of the mail`}
          data={languageChoices}
          allowDeselect={false}
          comboboxProps={{ returnFocus: false }}
          value={vendor.language}
          onChange={(language) => onChange({ language: language ?? "en" })}
        />
        {text("days", t`Days that the link is valid`, { inputMode: "numeric" })}
      </div>
      <p
        className={settingsClasses.soft}
      >{t`The case is then assigned to the vendor, and the route ends. The link shows this case alone, and takes one report.`}</p>
    </>
  );
}
