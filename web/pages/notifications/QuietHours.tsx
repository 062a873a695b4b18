import { t } from "@lingui/core/macro";
import { Switch, TextInput } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { timeZoneChoices } from "../../app/form/time-zones.ts";
import { OneOfMany } from "../../components/filters/OneOfMany.tsx";
import { Panel } from "../../components/panel/Panel.tsx";
import type { FormPart } from "./form-part.ts";
import classes from "./notifications.module.css";
import { fieldNames } from "./settings-form.ts";

/** Stands for the time zone of the property that a mail is about. */
const PROPERTY = "property";

/** From when until when nothing but bursts is sent. */
export function QuietHours({ form }: FormPart): ReactNode {
  const { quiet, time_zone } = form.values;
  const zones = useMemo(
    () => [
      { value: PROPERTY, label: t`That of the property`, group: t`Usual` },
      ...timeZoneChoices(time_zone).flatMap(({ group, items }) => items.map((item) => ({ ...item, group }))),
    ],
    [time_zone],
  );
  return (
    <Panel title={fieldNames.quiet}>
      <Switch
        label={t`Send nothing but bursts in quiet hours`}
        checked={quiet === "yes"}
        onChange={({ currentTarget: { checked } }) => form.setFieldValue("quiet", checked ? "yes" : "no")}
      />
      {quiet === "yes" && (
        <div className={classes.quiet}>
          <TextInput type="time" label={fieldNames.quiet_from} {...form.getInputProps("quiet_from")} />
          <TextInput type="time" label={fieldNames.quiet_until} {...form.getInputProps("quiet_until")} />
          <OneOfMany
            label={fieldNames.time_zone}
            options={zones}
            value={time_zone || PROPERTY}
            onChange={(zone) => {
              form.setFieldValue("time_zone", zone === PROPERTY ? "" : zone);
              form.clearFieldError("time_zone");
            }}
            none={t`No such time zone`}
            error={form.errors.time_zone}
          />
        </div>
      )}
    </Panel>
  );
}
